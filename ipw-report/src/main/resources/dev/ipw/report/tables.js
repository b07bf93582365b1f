/* A table that is wider than its place says so. */
const wideTables = new ResizeObserver(function (boxes) {
  // In the next frame: the class changes the size that is observed.
  requestAnimationFrame(function () {
    boxes.forEach(function (box) {
      box.target.classList.toggle('scrolls', box.target.scrollWidth > box.target.clientWidth + 1);
    });
  });
});
