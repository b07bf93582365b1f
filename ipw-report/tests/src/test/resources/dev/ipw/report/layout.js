/* Finds what of a page does not fit: each fault is one line. Loaded into the page by the tests. */
var layout = (function () {
  'use strict';
  const PIXEL = 1;
  /* A line of text is higher than its letters. */
  const LEADING = 3;
  const MOST = 40;
  const BOXES = 'td, th, .tiles > div, .run, figure.chart, .badge, button';

  function isShown(element) {
    return element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true });
  }

  function named(element) {
    const place = element.closest('figure, section, nav, details');
    const name = element.tagName.toLowerCase() + (element.getAttribute('class') ? '.' + element.getAttribute('class') : '');
    return name + ' "' + element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60) + '" in '
        + (place ? place.dataset.chart || place.id || place.className || place.tagName.toLowerCase() : 'the page');
  }

  function clips(style) {
    return /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
  }

  /* What scrolls by itself, or cuts, keeps what is in it from the window. */
  function holder(element) {
    let up = element.parentElement;
    while (up && up !== document.body && getComputedStyle(up).overflowX === 'visible') {
      up = up.parentElement;
    }
    return up && up !== document.body && up !== document.documentElement ? up : null;
  }

  function tooWide() {
    const page = document.documentElement;
    const faults = page.scrollWidth > page.clientWidth
        ? ['the page is ' + page.scrollWidth + ' px wide in a window of ' + page.clientWidth] : [];
    document.body.querySelectorAll('*').forEach(function (element) {
      const box = element.getBoundingClientRect();
      if (box.width > PIXEL && (box.right > page.clientWidth + PIXEL || box.left < -PIXEL) && isShown(element)
          && !holder(element)) {
        faults.push('sticks out of the window by ' + Math.round(Math.max(box.right - page.clientWidth, -box.left)) + ' px: '
            + named(element));
      }
    });
    return faults;
  }

  function isWithin(inner, outer) {
    return inner.left >= outer.left - PIXEL && inner.right <= outer.right + PIXEL
        && inner.top >= outer.top - LEADING && inner.bottom <= outer.bottom + LEADING;
  }

  /* The lines of a text are held against all that cuts them, and against the cell, tile or chart they stand in. */
  function cutOff() {
    const faults = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!text.data.trim() || /SCRIPT|STYLE|OPTION/.test(element.tagName) || !isShown(element)) {
        continue;
      }
      range.selectNodeContents(text);
      const lines = Array.from(range.getClientRects());
      let scrolls = false;
      for (let up = element; up && up !== document.body; up = up.parentElement) {
        const style = getComputedStyle(up);
        const cuts = clips(style) || up.tagName === 'svg';
        scrolls = scrolls || /auto|scroll/.test(style.overflowX);
        if (!scrolls && (cuts || up.matches(BOXES)) && !lines.every(line => isWithin(line, up.getBoundingClientRect()))) {
          faults.push((cuts ? 'cut off by ' : 'larger than ') + up.tagName.toLowerCase() + ': ' + named(element));
          break;
        }
      }
    }
    return faults;
  }

  function overlaps() {
    const faults = [];
    document.querySelectorAll('figure').forEach(function (chart) {
      const labels = Array.from(chart.querySelectorAll('svg text, figcaption, .legend > *, .u-legend tr, .about'))
          .filter(label => label.textContent.trim() && isShown(label))
          .map(label => ({ label: label, box: label.getBoundingClientRect() }));
      labels.forEach(function (one, place) {
        labels.slice(place + 1).forEach(function (other) {
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (wide > PIXEL && high > LEADING && !one.label.contains(other.label)) {
            faults.push('overlap by ' + Math.round(wide) + ' x ' + Math.round(high) + ' px: ' + named(one.label) + ' and '
                + named(other.label));
          }
        });
      });
    });
    return faults;
  }

  return {
    faults: function () {
      return tooWide().concat(cutOff(), overlaps()).slice(0, MOST);
    },
    /* All rules, or those that are named: in another setting of light only colours are others. */
    rules: async function (axe, names) {
      const only = names ? { runOnly: { type: 'rule', values: names } } : {};
      const found = await axe.run(document, Object.assign({ resultTypes: ['violations'] }, only));
      return found.violations.flatMap(rule => rule.nodes.slice(0, 8).map(node => rule.id + ', ' + rule.help + ': '
          + node.html.slice(0, 200) + ' ' + node.any.concat(node.all, node.none).map(why => why.message).join('; ')
          + (rule.nodes.length > 8 ? ' (' + rule.nodes.length + ' places)' : '')));
    }
  };
}());
