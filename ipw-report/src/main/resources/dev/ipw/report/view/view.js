'use strict';
(function () {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  root.dataset.theme = dark.matches ? 'dark' : 'light';
  dark.addEventListener('change', function () { root.dataset.theme = dark.matches ? 'dark' : 'light'; });
  document.getElementById('theme').addEventListener('click', function () {
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  });
  // The keys of the left and right arrow go to the previous and the next query.
  document.addEventListener('keydown', function (event) {
    const typing = event.target.closest('input, select, textarea, [tabindex], pre');
    const way = event.key === 'ArrowLeft' ? 'prev' : event.key === 'ArrowRight' ? 'next' : '';
    const link = way && !typing && !event.altKey && !event.ctrlKey && !event.metaKey
      && document.querySelector('a[rel="' + way + '"]');
    if (link) { location.href = link.href; }
  });
  const observeTables = function () {
    document.querySelectorAll('.scroll').forEach(function (box) { wideTables.observe(box); });
  };
  observeTables();
  document.querySelectorAll('.figure[data-key]').forEach(function (figure) { figure.title = figure.dataset.key; });
  const live = document.getElementById('live');
  if (live && window.EventSource) {
    const events = new EventSource(live.dataset.events);
    // The markup is made and escaped by the same program as this page.
    events.addEventListener('progress', function (event) {
      live.innerHTML = JSON.parse(event.data);
      observeTables();
    });
    events.addEventListener('end', function () { events.close(); location.reload(); });
  }
  if (document.querySelector('[data-reload]')) { setTimeout(function () { location.reload(); }, 2000); }
  root.dataset.ready = '1';
}());
