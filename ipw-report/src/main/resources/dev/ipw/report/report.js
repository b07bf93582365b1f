(function () {
  'use strict';
  // What cannot be seen, or reorders what stands beside it, becomes a mark.
  const data = JSON.parse(document.getElementById('ipw-report').textContent, function (key, value) {
    return typeof value === 'string' ? value.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd') : value;
  });
  const root = document.documentElement;
  const SVG = 'http://www.w3.org/2000/svg';

  function at(key) {
    return key.split('.').reduce(function (found, part) {
      return found === null || found === undefined
        ? undefined : found[part.replace(/%2E/g, '.').replace(/%25/g, '%')];
    }, data);
  }

  function colour(name) {
    return getComputedStyle(root).getPropertyValue('--' + name).trim();
  }

  /* Steps of a series have the shades of one scale, in the order of their load; other runs a colour each. */
  const order = data.load_order || [];

  function ofRun(run) {
    return order.length ? shade(order[run], order.length) : colour('c' + (run % 8));
  }

  const HEAT = {
    light: [[237, 245, 252], [146, 196, 222], [49, 130, 189], [8, 48, 107]],
    dark: [[35, 49, 66], [33, 113, 142], [94, 201, 150], [253, 231, 120]]
  };
  /* Each step is darker than the one before (lighter on a dark page), and the palest can be told from the page. */
  const STEPS = {
    light: [[205, 115, 0], [196, 62, 62], [130, 38, 112], [38, 22, 88]],
    dark: [[142, 104, 214], [216, 92, 142], [247, 142, 72], [250, 222, 100]]
  };

  function mixed(scale, share) {
    const stops = scale[root.dataset.theme === 'dark' && !window.matchMedia('print').matches ? 'dark' : 'light'];
    const place = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
    const from = stops[Math.floor(place)];
    const to = stops[Math.floor(place) + 1];
    const rest = place - Math.floor(place);
    return '#' + from.map(function (part, one) {
      return Math.round(part + (to[one] - part) * rest).toString(16).padStart(2, '0');
    }).join('');
  }

  function shade(place, count) {
    return count < 2 ? colour('c0') : mixed(STEPS, place / (count - 1));
  }

  /* Runs beyond the colours get them again: their lines are dashed, their points of another shape, their marks striped. */
  const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

  function round(run) {
    return order.length ? 0 : Math.min(DASHES.length - 1, Math.floor(run / 8));
  }

  function dash(run) {
    return DASHES[round(run)].join(' ') || 'none';
  }

  function svg(parent, name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) {
      made.setAttribute(key, attributes[key]);
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    parent.appendChild(made);
    return made;
  }

  function html(parent, name, className, text) {
    const made = document.createElement(name);
    if (className) {
      made.className = className;
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    parent.appendChild(made);
    return made;
  }

  function shown(value) {
    if (value === null || value === undefined) {
      return '\u2013';
    }
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e7 || size < 1e-4)) {
      return value.toExponential(2);
    }
    return String(Number(value.toPrecision(size >= 1000 ? 6 : 4)));
  }

  /* A figure of one part has no interval: two digits claim no more than is known. */
  function few(value) {
    return value >= 100 ? String(Math.round(value)) : value.toPrecision(2);
  }

  function inUnit(axis, value) {
    return shown(value === null ? null : value * axis.factor) + (axis.unit ? ' ' + axis.unit : '');
  }

  function title(axis, logarithmic) {
    const words = [axis.unit, logarithmic ? 'log' : ''].filter(Boolean).join(', ');
    return axis.label + (words ? ' [' + words + ']' : '');
  }

  /* The ends of an axis in the unit that is shown: those that all charts of its row have, or those of its own figures. */
  function rangeOf(axis, own) {
    return axis.range ? times(axis.range, axis.factor) : own();
  }

  const ruler = document.createElement('canvas').getContext('2d');
  ruler.font = '11.5px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';

  /* Break words into lines that are no wider than so many pixels; a word that is wider itself is broken too. */
  function wrapped(text, width) {
    const fits = function (words) { return ruler.measureText(words).width <= width; };
    const lines = [''];
    text.split(' ').forEach(function (word) {
      const last = lines[lines.length - 1];
      if (fits(last + ' ' + word)) {
        lines[lines.length - 1] = last ? last + ' ' + word : word;
        return;
      }
      let rest = word;
      while (rest && !fits(rest)) {
        let most = Math.max(1, rest.length - 1);
        while (most > 1 && !fits(rest.slice(0, most))) {
          most--;
        }
        lines.push(rest.slice(0, most));
        rest = rest.slice(most);
      }
      if (rest) {
        lines.push(rest);
      }
    });
    return lines.filter(Boolean);
  }

  /* Write lines under each other, the first at the place the attributes name. */
  function write(parent, attributes, lines) {
    const text = svg(parent, 'text', attributes);
    lines.forEach(function (line, place) {
      svg(text, 'tspan', { x: attributes.x, dy: place ? 13 : 0 }, line);
    });
    return text;
  }

  function first(columns, place) {
    return columns[Object.keys(columns)[place]];
  }

  /* On paper a chart has the width of the page, which no element can be asked for beforehand. */
  let printing = false;

  function wide(plot) {
    return printing ? 660 : Math.max(240, plot.clientWidth);
  }

  /* Ticks at 1, 2 or 5 times a power of ten, or at powers of ten. */
  function ticks(from, to, wanted, logarithmic) {
    const made = [];
    if (!Number.isFinite(from) || !Number.isFinite(to) || !(to > from) || (logarithmic && !(from > 0))) {
      return made;
    }
    if (logarithmic) {
      for (let power = Math.ceil(Math.log10(from) - 1e-9); power <= Math.log10(to) + 1e-9; power++) {
        made.push(Math.pow(10, power));
      }
      if (made.length > 2) {
        return made;
      }
      for (const base of [2, 5]) {
        for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
          const value = base * Math.pow(10, power);
          if (value >= from && value <= to) {
            made.push(value);
          }
        }
      }
      return made;
    }
    const step = (to - from) / Math.max(1, wanted);
    const power = Math.pow(10, Math.floor(Math.log10(step)));
    const width = [1, 2, 5, 10].map(function (digit) { return digit * power; })
      .find(function (wide) { return wide >= step * 0.999; });
    for (let value = Math.ceil(from / width - 1e-9) * width; value <= to + width * 1e-6; value += width) {
      made.push(Math.abs(value) < width * 1e-6 ? 0 : value);
    }
    /* One number alone does not tell how far apart two places are. */
    return made.length < 2 && wanted < 12 ? ticks(from, to, wanted * 2, false) : made;
  }

  function scale(from, to, low, high, logarithmic) {
    const place = logarithmic ? Math.log10 : function (value) { return value; };
    const begin = place(from);
    const span = place(to) - begin || 1;
    return function (value) { return low + (high - low) * (place(value) - begin) / span; };
  }

  function ends(values) {
    let low = Infinity;
    let high = -Infinity;
    for (const list of values) {
      for (const value of list) {
        if (value !== null && value !== undefined) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    return low <= high ? [low, high] : [0, 1];
  }

  function padded(range, share, fromZero) {
    const span = range[1] - range[0] || Math.abs(range[0]) || 1;
    return [fromZero ? 0 : range[0] - span * share, range[1] + span * share];
  }

  /* A frame with axes: ranges are in the unit that is shown. */
  function frame(plot, chart, options) {
    /* Zero has no place among powers of ten. */
    const wideX = chart.x.logarithmic && options.x[0] > 0;
    const wideY = chart.y.logarithmic && options.y[0] > 0;
    const width = wide(plot);
    const height = options.height;
    const beside = options.rows ? [] : wrapped(title(chart.y, wideY), options.height - 48 - (options.top || 0));
    const left = (options.left || 58) + 13 * Math.max(0, beside.length - 1);
    const right = width - 20 - (options.right || 0);
    const top = 8 + (options.top || 0);
    const below = wrapped(title(chart.x, wideX), width - 16);
    const bottom = height - 40 - 13 * (below.length - 1);
    const drawing = svg(plot, 'svg', {
      width: width, height: height, viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': chart.title
    });
    const x = scale(options.x[0], options.x[1], left, right, wideX);
    const y = scale(options.y[0], options.y[1], bottom, top, wideY);
    for (const tick of ticks(options.x[0], options.x[1], Math.max(2, Math.round((right - left) / 85)), wideX)) {
      svg(drawing, 'line', { class: 'grid', x1: x(tick), x2: x(tick), y1: top, y2: bottom });
      svg(drawing, 'text', { x: x(tick), y: bottom + 15, 'text-anchor': 'middle' }, shown(tick));
    }
    if (!options.rows) {
      for (const tick of ticks(options.y[0], options.y[1], 5, wideY)) {
        svg(drawing, 'line', { class: 'grid', x1: left, x2: right, y1: y(tick), y2: y(tick) });
        svg(drawing, 'text', { x: left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, shown(tick));
      }
      write(drawing, {
        x: 12, y: (top + bottom) / 2, 'text-anchor': 'middle', transform: 'rotate(-90 12 ' + (top + bottom) / 2 + ')'
      }, beside);
    }
    svg(drawing, 'path', { class: 'axis', d: 'M' + left + ' ' + top + 'V' + bottom + 'H' + right });
    const half = Math.max.apply(null, below.map(function (line) { return ruler.measureText(line).width / 2; }));
    write(drawing, {
      x: Math.max(half, Math.min((left + right) / 2, width - half)), y: bottom + 34, 'text-anchor': 'middle'
    }, below);
    return { svg: drawing, x: x, y: y, left: left, right: right, top: top, bottom: bottom, width: width, height: height };
  }

  function legend(plot, entries) {
    if (entries.length < 2) {
      return;
    }
    const list = html(plot, 'div', 'legend');
    for (const entry of entries) {
      const item = html(list, 'span');
      const swatch = html(item, 'i', 'swatch');
      swatch.className = 'swatch d' + round(entry.run);
      swatch.style.backgroundColor = entry.ink || ofRun(entry.run);
      item.appendChild(document.createTextNode(entry.name));
    }
  }

  function tip(plot, words) {
    const box = html(plot, 'div', 'tip', '');
    box.style.display = 'none';
    plot.addEventListener('mousemove', function (event) {
      const bounds = plot.getBoundingClientRect();
      const text = words(event.clientX - bounds.left, event.clientY - bounds.top);
      box.style.display = text ? 'block' : 'none';
      if (text) {
        box.textContent = text;
        const x = event.clientX - bounds.left;
        box.style.left = Math.max(0, Math.min(x + 14, bounds.width - box.offsetWidth)) + 'px';
        box.style.top = Math.max(0, event.clientY - bounds.top - box.offsetHeight - 10) + 'px';
      }
    });
    plot.addEventListener('mouseleave', function () { box.style.display = 'none'; });
  }

  function times(values, factor) {
    return values.map(function (value) { return value === null ? null : value * factor; });
  }

  function entries(chart) {
    return chart.series.map(function (one) { return { name: one.name, run: one.run }; });
  }

  const draw = {};

  /* A place with an axis up of its own, above the axis across that all places of a chart share. */
  function panel(area, top, bottom, range, label) {
    const y = scale(range[0], range[1], bottom, top, false);
    for (const tick of ticks(range[0], range[1], 3, false)) {
      svg(area.svg, 'line', { class: 'grid', x1: area.left, x2: area.right, y1: y(tick), y2: y(tick) });
      svg(area.svg, 'text', { x: area.left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, shown(tick));
    }
    svg(area.svg, 'path', { class: 'axis', d: 'M' + area.left + ' ' + top + 'V' + bottom + 'H' + area.right });
    const middle = (top + bottom) / 2;
    write(area.svg, {
      x: 12, y: middle, 'text-anchor': 'middle', transform: 'rotate(-90 12 ' + middle + ')'
    }, wrapped(label, bottom - top + 20));
    return y;
  }

  function outlines(area, chart, y, bottom) {
    const factor = chart.x.factor;
    chart.series.forEach(function (one) {
      let path = 'M' + area.x(one.columns.from[0] * factor) + ' ' + bottom;
      one.columns.from.forEach(function (from, bin) {
        path += 'V' + y(one.columns.percent[bin]).toFixed(1) + 'H' + area.x(one.columns.to[bin] * factor).toFixed(1);
      });
      svg(area.svg, 'path', {
        d: path + 'V' + bottom + 'Z', fill: ofRun(one.run), 'fill-opacity': chart.series.length > 1 ? 0.28 : 0.5,
        stroke: ofRun(one.run), 'stroke-width': 1.2, 'stroke-dasharray': dash(one.run)
      });
    });
    (chart.densities || []).forEach(function (one) {
      const values = first(one.columns, 1);
      const path = first(one.columns, 0).map(function (value, place) {
        return area.x(value * factor).toFixed(1) + ' ' + y(values[place]).toFixed(1);
      });
      svg(area.svg, 'path', { d: 'M' + path.join('L'), fill: 'none', stroke: ofRun(one.run), 'stroke-width': 1.8, 'stroke-dasharray': dash(one.run) });
    });
  }

  function boxRow(area, chart, one, middle, labels) {
    const last = area.ends[1];
    const px = function (name) { return area.x(Math.min(last, one.columns[name][0] * chart.x.factor)); };
    const ink = ofRun(one.run);
    svg(area.svg, 'path', {
      d: 'M' + px('low_whisker') + ' ' + middle + 'H' + px('lower_quartile') + 'M' + px('upper_quartile') + ' ' + middle
        + 'H' + px('high_whisker') + 'M' + px('low_whisker') + ' ' + (middle - 4) + 'v8M' + px('high_whisker') + ' '
        + (middle - 4) + 'v8', stroke: ink, fill: 'none', 'stroke-width': 1.4
    });
    svg(area.svg, 'rect', {
      x: px('lower_quartile'), y: middle - 7, width: Math.max(1, px('upper_quartile') - px('lower_quartile')), height: 14,
      fill: ink, 'fill-opacity': 0.25, stroke: ink, 'stroke-width': 1.4, 'stroke-dasharray': dash(one.run)
    });
    svg(area.svg, 'line', { x1: px('median'), x2: px('median'), y1: middle - 7, y2: middle + 7, stroke: ink, 'stroke-width': 3 });
    const beyond = one.columns.largest[0] * chart.x.factor > last;
    svg(area.svg, 'circle', { cx: px('least'), cy: middle, r: 2.6, fill: ink });
    if (!beyond) {
      svg(area.svg, 'circle', { cx: px('largest'), cy: middle, r: 2.6, fill: ink });
    }
    write(area.svg, { x: area.left + 6, y: middle - 12 - 13 * (labels.length - 1), class: 'strong' }, labels);
    return beyond;
  }

  /* One figure of all queries: a histogram (of few runs), boxes, and the share at or below, above one axis. */
  draw.spread = function (plot, chart) {
    const factor = chart.x.factor;
    const range = rangeOf(chart.x, function () {
      return ends(chart.series.map(function (one) { return times(one.columns.from.concat(one.columns.to), factor); }));
    });
    const names = chart.boxes.map(function (one) {
      const far = one.columns.largest[0] * factor > range[1] ? ', largest ' + inUnit(chart.x, one.columns.largest[0]) + ' \u2192' : '';
      return wrapped(one.name + ': median ' + inUnit(chart.x, one.columns.median[0]) + far, wide(plot) - 84);
    });
    const above = 13 * Math.max.apply(null, names.map(function (lines) { return lines.length - 1; }));
    const row = 34 + above;
    const tall = chart.histogram ? 140 : 0;
    const boxes = 8 + (tall ? tall + 8 : 0);
    const shares = boxes + row * chart.boxes.length + 14;
    const area = frame(plot, chart, { height: shares + 132 + 13 * (wrapped(title(chart.x, true), wide(plot) - 16).length - 1), x: range, y: [0, 100], rows: true, left: 58 });
    area.ends = range;
    if (tall) {
      const most = ends(chart.series.map(function (one) { return one.columns.percent; })
        .concat((chart.densities || []).map(function (one) { return first(one.columns, 1); })))[1];
      outlines(area, chart, panel(area, 8, 8 + tall - 4, [0, most * 1.05], '% of queries'), 8 + tall - 4);
    }
    chart.boxes.forEach(function (one, place) { boxRow(area, chart, one, boxes + row * place + above + 24, names[place]); });
    const y = panel(area, shares, area.bottom, [0, 100], '% at or below');
    chart.shares.forEach(function (one) {
      const values = first(one.columns, 1);
      let path = '';
      first(one.columns, 0).forEach(function (value, place) {
        const px = area.x(Math.min(range[1], value * factor)).toFixed(1);
        const inside = value * factor <= range[1];
        path += (place === 0 ? 'M' + px + ' ' + area.bottom : 'H' + px) + (inside ? 'V' + y(values[place]).toFixed(1) : '');
      });
      svg(area.svg, 'path', { d: path + 'H' + area.right, fill: 'none', stroke: ofRun(one.run), 'stroke-width': 1.8, 'stroke-linejoin': 'round', 'stroke-dasharray': dash(one.run) });
    });
    tip(plot, function (px, py) {
      const inside = py - (area.svg.getBoundingClientRect().top - plot.getBoundingClientRect().top);
      if (px < area.left || px > area.right) {
        return '';
      }
      if (inside >= boxes && inside < shares - 14) {
        const one = chart.boxes[Math.floor((inside - boxes) / row)];
        return one ? one.name + '\n' + Object.keys(one.columns).map(function (name) {
          return name.replace('_', ' ') + ': ' + inUnit(chart.x, one.columns[name][0]);
        }).join('\n') : '';
      }
      return inside < boxes ? ofBin(area, chart, px) : ofShare(area, chart, px);
    });
  };

  function ofBin(area, chart, px) {
    return chart.series.map(function (one) {
      const bin = one.columns.from.findIndex(function (from, place) {
        return px >= area.x(from * chart.x.factor) && px < area.x(one.columns.to[place] * chart.x.factor);
      });
      return bin < 0 ? '' : one.name + ': ' + inUnit(chart.x, one.columns.from[bin]) + ' to '
        + inUnit(chart.x, one.columns.to[bin]) + ', ' + shown(one.columns.percent[bin]) + ' % ('
        + one.columns.queries[bin] + ' queries)';
    }).filter(Boolean).join('\n');
  }

  function ofShare(area, chart, px) {
    return chart.shares.map(function (one) {
      const values = first(one.columns, 0);
      let best = -1;
      values.forEach(function (value, place) { best = area.x(value * chart.x.factor) <= px ? place : best; });
      return best < 0 ? '' : one.name + ': ' + shown(first(one.columns, 1)[best]) + ' % at or below ' + inUnit(chart.x, values[best]);
    }).filter(Boolean).join('\n');
  }

  /* Labels that would lie on another are left out; both ends of a line come first. */
  function labelled(area, points) {
    const taken = [];
    const sorted = points.slice().sort(function (a, b) { return b.first - a.first; });
    sorted.forEach(function (one) {
      const half = ruler.measureText(one.text).width / 2;
      const isBelow = one.y - 8 <= area.top + 10;
      /* An interval from top to bottom leaves room only beside its point. */
      const beside = isBelow && one.below + 19 > area.bottom;
      const aside = one.x + 2 * half + 10 <= area.right ? half + 8 : -half - 8;
      const x = beside ? one.x + aside : Math.max(area.left + half + 2, Math.min(area.right - half, one.x));
      const y = beside ? one.y + 4 : isBelow ? one.below + 16 : one.y - 8;
      const box = [x - half - 2, y - 12, x + half + 2, y + 3];
      if (!taken.some(function (other) { return box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]; })) {
        taken.push(box);
        svg(area.svg, 'text', { x: x, y: y, 'text-anchor': 'middle', class: 'strong' }, one.text);
      }
    });
  }

  /* The steps of a series: points in the order of their load, with intervals, and the load beside them. */
  draw.curve = function (plot, chart) {
    const fx = chart.x.factor;
    const fy = chart.y.factor;
    const inks = chart.series.map(function (one, place) { return shade(place, chart.series.length); });
    legend(plot, chart.series.map(function (one, place) { return { name: one.name, run: 0, ink: inks[place] }; }));
    const x = rangeOf(chart.x, function () { return padded(ends(chart.series.map(function (one) { return times(first(one.columns, 0), fx); })), 0.05, false); });
    const y = rangeOf(chart.y, function () { return padded(ends(chart.series.map(function (one) { return times(first(one.columns, 1), fy); })), 0.05, false); });
    const area = frame(plot, chart, { height: 290, x: x, y: y, top: 14 });
    const clamped = function (value) { return area.y(Math.max(y[0], Math.min(y[1], value * fy))); };
    if (chart.diagonal) {
      const from = Math.max(x[0], y[0]);
      const to = Math.min(x[1], y[1]);
      svg(area.svg, 'line', { x1: area.x(from), y1: area.y(from), x2: area.x(to), y2: area.y(to), stroke: colour('soft'), 'stroke-dasharray': '4 4' });
    }
    const labels = {};
    chart.series.forEach(function (one, place) {
      const xs = first(one.columns, 0);
      const ys = first(one.columns, 1);
      const path = xs.map(function (value, step) { return area.x(value * fx).toFixed(1) + ' ' + area.y(ys[step] * fy).toFixed(1); });
      if (chart.joined) {
        svg(area.svg, 'path', { d: 'M' + path.join('L'), fill: 'none', stroke: inks[place], 'stroke-width': 1.8, 'stroke-linejoin': 'round' });
      }
      xs.forEach(function (value, step) {
        const px = area.x(value * fx);
        const py = area.y(ys[step] * fy);
        const low = one.columns.low[step];
        const high = one.columns.high[step];
        const known = low !== null && high !== null;
        if (known) {
          svg(area.svg, 'path', {
            d: 'M' + px + ' ' + clamped(low) + 'V' + clamped(high) + 'M' + (px - 4) + ' ' + clamped(low) + 'h8M' + (px - 4) + ' ' + clamped(high) + 'h8',
            fill: 'none', stroke: inks[place], 'stroke-width': 1.2
          });
        }
        svg(area.svg, 'circle', { cx: px, cy: py, r: 3.6, fill: inks[place] });
        const text = one.columns.load[step];
        const top = known ? Math.min(py, clamped(high)) : py;
        const before = labels[text];
        labels[text] = {
          text: text, x: before && before.y < top ? before.x : px, y: before ? Math.min(before.y, top) : top,
          below: Math.max(before ? before.below : 0, known ? clamped(low) : py), first: step === 0 || step === xs.length - 1 ? 1 : 0
        };
      });
    });
    labelled(area, Object.keys(labels).map(function (text) { return labels[text]; }));
    if (chart.diagonal) {
      write(area.svg, { x: area.left + 8, y: area.top + 10, class: 'strong' }, wrapped('\u2013 \u2013 ' + chart.diagonal, area.right - area.left - 16));
    }
    tip(plot, function (px) {
      return chart.series.map(function (one) {
        const xs = first(one.columns, 0);
        let best = -1;
        xs.forEach(function (value, place) {
          best = best < 0 || Math.abs(area.x(value * fx) - px) < Math.abs(area.x(xs[best] * fx) - px) ? place : best;
        });
        if (best < 0) {
          return '';
        }
        const low = one.columns.low[best];
        return one.columns.load[best] + ', ' + one.name.replace(/_/g, ' ') + ': ' + inUnit(chart.x, xs[best]) + ', ' + inUnit(chart.y, first(one.columns, 1)[best])
          + (low === null ? '' : ' [' + inUnit(chart.y, low) + ', ' + inUnit(chart.y, one.columns.high[best]) + ']');
      }).filter(Boolean).join('\n');
    });
  };

  function bars(values, from, to, count) {
    const bins = new Array(count).fill(0);
    for (const value of values) {
      if (value >= from && value <= to) {
        bins[Math.min(count - 1, Math.floor((value - from) / (to - from) * count))]++;
      }
    }
    return bins.map(function (bin) { return bin / Math.max(1, values.length); });
  }

  function mark(pen, shape, x, y, radius) {
    if (shape === 0) {
      pen.moveTo(x + radius, y);
      pen.arc(x, y, radius, 0, 6.2832);
    } else if (shape === 1) {
      pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    } else {
      const up = shape === 2 ? 1.3 * radius : -1.3 * radius;
      pen.moveTo(x, y - up);
      pen.lineTo(x + 1.3 * radius, y + up);
      pen.lineTo(x - 1.3 * radius, y + up);
      pen.closePath();
    }
  }

  /* Say which line is drawn: its model, through how many points, and what the shade is. */
  function ofFits(plot, chart) {
    const fits = chart.fits || [];
    if (!fits.length) {
      return;
    }
    const r2 = function (fit) {
      return fit.r2 === null || fit.r2 === undefined ? null : Number(fit.r2.toPrecision(2));
    };
    const span = function (values) {
      const known = values.filter(function (value) { return value !== null; });
      const range = ends([known]);
      return !known.length ? '\u2013' : range[0] === range[1] ? shown(range[0]) : shown(range[0]) + ' to ' + shown(range[1]);
    };
    const each = fits.length > 3
      ? ['one of each run, n = ' + span(fits.map(function (fit) { return fit.count; })) + ', R\u00b2 = ' + span(fits.map(r2))]
      : fits.map(function (fit) {
        return (fits.length > 1 ? fit.name + ': ' : '') + 'n = ' + fit.count + (r2(fit) === null ? '' : ', R\u00b2 = ' + shown(r2(fit)));
      });
    const banded = fits.filter(function (fit) { return fit.band; }).length;
    html(plot, 'p', 'fits', 'Line: ' + fits[0].model + (fits[0].robust ? ', robust' : ', not robust') + ' (' + each.join('; ') + ').'
      + (banded ? ' Shade: where the mean lies with 95 % confidence' + (banded < fits.length ? ', where it is known.' : '.') : ''));
  }

  draw.scatter = function (plot, chart) {
    legend(plot, entries(chart));
    const fy = chart.y.factor;
    const clouds = chart.series.map(function (one) {
      return { name: one.name, run: one.run, x: first(one.columns, 0), y: times(first(one.columns, 1), fy) };
    });
    const x = rangeOf(chart.x, function () { return padded(ends(clouds.map(function (one) { return one.x; })), 0.03, false); });
    const y = rangeOf(chart.y, function () { return padded(ends(clouds.map(function (one) { return one.y; })), 0.05, true); });
    const side = 44;
    const area = frame(plot, chart, { height: 330, x: x, y: y, top: side, right: side });
    const canvas = html(plot, 'canvas', 'points');
    canvas.style.top = area.svg.offsetTop + 'px';
    canvas.style.top = (area.svg.getBoundingClientRect().top - plot.getBoundingClientRect().top) + 'px';
    const fine = Math.max(2, window.devicePixelRatio || 1);
    canvas.width = area.width * fine;
    canvas.height = area.height * fine;
    canvas.style.width = area.width + 'px';
    canvas.style.height = area.height + 'px';
    const pen = canvas.getContext('2d');
    pen.scale(fine, fine);
    /* Runs whose lengths are the same few numbers stand beside each other instead of behind. */
    const few = new Set([].concat.apply([], clouds.map(function (one) { return one.x; }))).size < 25;
    clouds.forEach(function (one, order) {
      const aside = few ? (order - (clouds.length - 1) / 2) * 6 : 0;
      pen.fillStyle = ofRun(one.run);
      pen.globalAlpha = one.x.length > 5000 ? 0.15 : one.x.length > 500 ? 0.4 : 0.65;
      const radius = one.x.length > 5000 ? 1.4 : 2.3;
      pen.beginPath();
      for (let place = 0; place < one.x.length; place++) {
        if (one.y[place] <= y[1]) {
          const px = area.x(one.x[place]) + aside;
          const py = area.y(one.y[place]);
          mark(pen, round(one.run), px, py, radius);
        }
      }
      pen.fill();
    });
    pen.globalAlpha = 1;
    (chart.fits || []).forEach(function (fit) {
      const at = function (value) { return [area.x(value), area.y((fit.intercept + fit.slope * value) * fy)]; };
      pen.save();
      pen.beginPath();
      pen.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      pen.clip();
      if (fit.band) {
        pen.fillStyle = ofRun(fit.run);
        pen.globalAlpha = chart.fits.length > 3 ? 0.08 : 0.18;
        pen.beginPath();
        fit.band.at.forEach(function (value, place) { pen.lineTo(area.x(value), area.y(fit.band.high[place] * fy)); });
        fit.band.at.slice().reverse().forEach(function (value, place) {
          pen.lineTo(area.x(value), area.y(fit.band.low[fit.band.at.length - 1 - place] * fy));
        });
        pen.fill();
        pen.globalAlpha = 1;
      }
      pen.strokeStyle = ofRun(fit.run);
      pen.lineWidth = 2;
      pen.setLineDash(DASHES[round(fit.run)]);
      pen.beginPath();
      pen.moveTo.apply(pen, at(fit.from));
      pen.lineTo.apply(pen, at(fit.to));
      pen.stroke();
      pen.restore();
    });
    ofFits(plot, chart);
    const count = 36;
    clouds.forEach(function (one) {
      const across = bars(one.x, x[0], x[1], count);
      const up = bars(one.y, y[0], y[1], count);
      const tallest = Math.max.apply(null, across.concat(1e-9));
      const widest = Math.max.apply(null, up.concat(1e-9));
      let path = 'M' + area.left + ' ' + (area.top - 4);
      let beside = 'M' + (area.right + 4) + ' ' + area.bottom;
      for (let bin = 0; bin < count; bin++) {
        const place = area.left + (area.right - area.left) * (bin + 1) / count;
        path += 'V' + (area.top - 4 - (side - 8) * across[bin] / tallest) + 'H' + place;
        const level = area.bottom - (area.bottom - area.top) * (bin + 1) / count;
        beside += 'H' + (area.right + 4 + (side - 8) * up[bin] / widest) + 'V' + level;
      }
      for (const one2 of [path + 'V' + (area.top - 4) + 'Z', beside + 'H' + (area.right + 4) + 'Z']) {
        svg(area.svg, 'path', { d: one2, fill: ofRun(one.run), 'fill-opacity': 0.3, stroke: ofRun(one.run), 'stroke-width': 0.8 });
      }
    });
    if (chart.beyond) {
      svg(area.svg, 'text', { x: area.right - 4, y: area.top + 12, 'text-anchor': 'end' },
        '\u2191 ' + (chart.about ? 'at least ' : '') + chart.beyond + ' higher, not drawn');
    }
    tip(plot, function (px, py) {
      let best = null;
      let near = 144;
      const top = parseFloat(canvas.style.top);
      clouds.forEach(function (one) {
        for (let place = 0; place < one.x.length; place++) {
          const dx = area.x(one.x[place]) - px;
          const dy = area.y(one.y[place]) + top - py;
          if (dx * dx + dy * dy < near) {
            near = dx * dx + dy * dy;
            best = [one.name, one.x[place], one.y[place]];
          }
        }
      });
      return best ? best[0] + ': ' + shown(best[1]) + ' ' + chart.x.unit + ', ' + shown(best[2]) + ' ' + chart.y.unit : '';
    });
  };

  draw.heat = function (plot, chart) {
    const columns = chart.series[0].columns;
    const values = times(first(columns, 4), chart.value.factor);
    const range = times([chart.value.least, chart.value.most], chart.value.factor);
    const x = rangeOf(chart.x, function () { return ends([columns.input_from, columns.input_to]); });
    const y = rangeOf(chart.y, function () { return ends([columns.output_from, columns.output_to]); });
    /* All cells of all runs' maps of the figure are labelled, or none. */
    const group = (at('charts.heat') || []).filter(function (one) { return one.value.label === chart.value.label; });
    const words = function (value) { return shown(Number((value * chart.value.factor).toPrecision(3))); };
    const longest = Math.max.apply(null, group.map(function (one) {
      return Math.max.apply(null, first(one.series[0].columns, 4).map(function (value) { return ruler.measureText(words(value)).width; }));
    }));
    const area = frame(plot, chart, { height: 290, x: x, y: y, top: 22 });
    const cells = columns.input_from.map(function (from, cell) {
      const box = {
        x: area.x(from), y: area.y(columns.output_to[cell]), width: area.x(columns.input_to[cell]) - area.x(from),
        height: area.y(columns.output_from[cell]) - area.y(columns.output_to[cell])
      };
      const share = (values[cell] - range[0]) / (range[1] - range[0] || 1);
      svg(area.svg, 'rect', {
        x: box.x + 0.5, y: box.y + 0.5, width: Math.max(1, box.width - 1), height: Math.max(1, box.height - 1), fill: mixed(HEAT, share)
      });
      if (box.width > longest + 4 && box.height > 14) {
        const dark = root.dataset.theme === 'dark';
        svg(area.svg, 'text', {
          x: box.x + box.width / 2, y: box.y + box.height / 2 + 4, 'text-anchor': 'middle',
          style: 'fill:' + ((share > 0.5) === dark ? '#10151b' : share > 0.5 ? '#ffffff' : dark ? '#e6ebf1' : '#16202b')
        }, words(first(columns, 4)[cell]));
      }
      return box;
    });
    for (let step = 0; step < 30; step++) {
      svg(area.svg, 'rect', { x: area.left + step * 3, y: 6, width: 3.2, height: 9, fill: mixed(HEAT, step / 29) });
    }
    svg(area.svg, 'text', { x: area.left + 98, y: 15 }, shown(Number(range[0].toPrecision(3))) + ' to '
      + shown(Number(range[1].toPrecision(3))) + ' ' + chart.value.unit);
    const above = area.svg.getBoundingClientRect().top - plot.getBoundingClientRect().top;
    tip(plot, function (px, py) {
      const cell = cells.findIndex(function (box) {
        return px >= box.x && px < box.x + box.width && py - above >= box.y && py - above < box.y + box.height;
      });
      return cell < 0 ? '' : 'input ' + columns.input_from[cell] + ' to ' + columns.input_to[cell] + ', output '
        + columns.output_from[cell] + ' to ' + columns.output_to[cell] + ' tokens\n' + shown(values[cell]) + ' '
        + chart.value.unit + ', ' + columns.queries[cell] + ' queries';
    });
  };

  draw.interval = function (plot, chart) {
    legend(plot, entries(chart));
    const labels = [];
    chart.series.forEach(function (one) {
      first(one.columns, 0).forEach(function (label) {
        if (labels.indexOf(label) < 0) {
          labels.push(label);
        }
      });
    });
    const factor = chart.x.factor;
    let range = ends([].concat.apply([], chart.series.map(function (one) {
      return [first(one.columns, 1), one.columns.low, one.columns.high].map(function (column) { return times(column, factor); });
    })));
    range = padded(range, 0.06, false);
    const widest = Math.max.apply(null, labels.map(function (one) { return ruler.measureText(one).width; }));
    const left = Math.min(wide(plot) * 0.42, 16 + widest);
    const names = labels.map(function (label) { return wrapped(label, left - 10); });
    const lines = Math.max.apply(null, names.map(function (one) { return one.length; }));
    const row = Math.max(16 + 13 * chart.series.length, 6 + 13 * lines);
    const extra = 13 * (wrapped(title(chart.x), wide(plot) - 16).length - 1);
    const area = frame(plot, chart, { height: 56 + extra + row * labels.length, x: range, y: [0, 1], rows: true, left: left });
    labels.forEach(function (label, place) {
      write(area.svg, {
        x: left - 8, y: area.top + row * (place + 0.5) + 4 - 6.5 * (names[place].length - 1), 'text-anchor': 'end', class: 'strong'
      }, names[place]);
    });
    chart.series.forEach(function (one, run) {
      first(one.columns, 0).forEach(function (label, place) {
        const y = area.top + row * (labels.indexOf(label) + 0.5) + 13 * (run - (chart.series.length - 1) / 2);
        const value = first(one.columns, 1)[place];
        const low = one.columns.low[place];
        const high = one.columns.high[place];
        if (low !== null && high !== null) {
          svg(area.svg, 'line', {
            x1: area.x(low * factor), x2: area.x(high * factor), y1: y, y2: y, 'stroke-dasharray': dash(one.run),
            stroke: ofRun(one.run), 'stroke-width': 2.4
          });
        }
        svg(area.svg, 'circle', {
          cx: area.x(value * factor), cy: y, r: 4.4, fill: ofRun(one.run), stroke: ofRun(one.run), 'stroke-width': 1.6
        });
      });
    });
    tip(plot, function (px, py) {
      const above = area.svg.getBoundingClientRect().top - plot.getBoundingClientRect().top;
      const label = labels[Math.floor((py - above - area.top) / row)];
      return label === undefined ? '' : chart.series.map(function (one) {
        const place = first(one.columns, 0).indexOf(label);
        return place < 0 ? '' : one.name + ', ' + label + ': ' + inUnit(chart.x, first(one.columns, 1)[place]) + ' ['
          + inUnit(chart.x, one.columns.low[place]) + ', ' + inUnit(chart.x, one.columns.high[place]) + ']';
      }).filter(Boolean).join('\n');
    });
  };

  draw.points = function (plot, chart) {
    const fx = chart.x.factor;
    const points = chart.series.map(function (one) {
      const names = Object.keys(one.columns);
      const value = function (place) { return one.columns[names[place]][0]; };
      return { name: one.name, run: one.run, x: times([value(0), value(1), value(2)], fx), y: times([value(3), value(4), value(5)], chart.y.factor) };
    });
    const x = rangeOf(chart.x, function () { return padded(ends(points.map(function (one) { return one.x; })), 0.12, false); });
    const y = padded(ends(points.map(function (one) { return one.y; })), 0.12, false);
    const area = frame(plot, chart, { height: 300, x: [Math.max(0, x[0]), x[1]], y: [Math.max(0, y[0]), Math.min(105, y[1])] });
    const frontier = points.slice().sort(function (a, b) { return a.x[0] - b.x[0] || b.y[0] - a.y[0]; });
    let best = -Infinity;
    let path = '';
    frontier.forEach(function (one) {
      if (one.y[0] > best) {
        path += best === -Infinity ? 'M' + area.x(one.x[0]) + ' ' + area.y(one.y[0])
          : 'H' + area.x(one.x[0]) + 'V' + area.y(one.y[0]);
        best = one.y[0];
      }
    });
    svg(area.svg, 'path', { d: path, fill: 'none', stroke: colour('soft'), 'stroke-dasharray': '4 4' });
    points.forEach(function (one) {
      const ink = ofRun(one.run);
      if (one.x[1] !== null && one.x[2] !== null) {
        svg(area.svg, 'line', { x1: area.x(one.x[1]), x2: area.x(one.x[2]), y1: area.y(one.y[0]), y2: area.y(one.y[0]), stroke: ink, 'stroke-width': 1.6 });
      }
      if (one.y[1] !== null && one.y[2] !== null) {
        svg(area.svg, 'line', { x1: area.x(one.x[0]), x2: area.x(one.x[0]), y1: area.y(one.y[1]), y2: area.y(one.y[2]), stroke: ink, 'stroke-width': 1.6 });
      }
      svg(area.svg, 'circle', { cx: area.x(one.x[0]), cy: area.y(one.y[0]), r: 5.5, fill: ink });
    });
    if (!named(area, points)) {
      legend(plot, entries(chart));
    }
  };

  /* Write names beside points where they find room: false if one does not. */
  function named(area, points) {
    const taken = points.map(function (one) {
      return [area.x(one.x[0]) - 6, area.y(one.y[0]) - 6, area.x(one.x[0]) + 6, area.y(one.y[0]) + 6];
    });
    const free = function (box) {
      return box[0] >= area.left && box[2] <= area.width && box[1] >= area.top && box[3] <= area.bottom
        && !taken.some(function (other) { return box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]; });
    };
    return points.filter(function (one) {
      const length = ruler.measureText(one.name).width;
      const places = [[9, -8], [-9 - length, -8], [9, 18], [-9 - length, 18]].map(function (shift) {
        return [area.x(one.x[0]) + shift[0], area.y(one.y[0]) + shift[1]];
      });
      const place = places.find(function (at) { return free([at[0], at[1] - 11, at[0] + length, at[1] + 3]); });
      if (place) {
        taken.push([place[0], place[1] - 11, place[0] + length, place[1] + 3]);
        svg(area.svg, 'text', { x: place[0], y: place[1], class: 'strong' }, one.name);
      }
      return place;
    }).length === points.length;
  }

  /* The parts of one task, each where it lies; above them the watts of each. Which task is chosen lasts while the page is open. */
  const chosen = {};
  draw.turns = function (plot, chart) {
    const key = plot.closest('figure').dataset.chart;
    const place = chosen[key] || 0;
    const kinds = [{ name: 'call of the model', run: 0, ink: colour('c0'), kind: 'call' }, { name: 'tool', run: 0, ink: colour('c1'), kind: 'tool' }, { name: 'waiting', run: 0, ink: colour('c7'), kind: 'idle' }];
    const label = html(plot, 'label', 'chooser', 'Task ');
    const select = html(label, 'select');
    chart.series.forEach(function (one, index) {
      const option = html(select, 'option', '', one.name);
      option.value = index;
      option.selected = index === place;
    });
    select.addEventListener('change', function () {
      chosen[key] = Number(select.value);
      const fresh = plot.cloneNode(false);
      plot.replaceWith(fresh);
      draw.turns(fresh, chart);
      fresh.querySelector('select').focus();
    });
    legend(plot, kinds);
    const columns = chart.series[place].columns;
    const ink = function (kind) { return kinds.find(function (one) { return one.kind === kind; }).ink; };
    const rows = [];
    columns.part.forEach(function (part, index) {
      const known = rows.find(function (row) { return columns.kind[index] === 'idle' && row.kind === 'idle'; });
      if (known) {
        known.parts.push(index);
      } else {
        rows.push({ name: columns.kind[index] === 'idle' ? 'waiting' : part, kind: columns.kind[index], parts: [index] });
      }
    });
    const row = 20;
    const above = 110;
    const most = Math.max.apply(null, columns.watts.map(function (watts) { return watts === null ? 0 : watts; }));
    const end = Math.max.apply(null, columns.end_seconds);
    const widest = Math.max.apply(null, rows.map(function (one) { return ruler.measureText(one.name).width; }));
    const left = Math.max(58, Math.min(wide(plot) * 0.34, 18 + widest));
    const height = above + 52 + row * rows.length;
    const area = frame(plot, chart, { height: height, x: [0, end > 0 ? end : 1], y: [0, 1], rows: true, left: left, top: above });
    const y = scale(0, most > 0 ? most * 1.08 : 1, above - 6, 14, false);
    write(area.svg, { x: left - 8, y: 11, 'text-anchor': 'end' }, ['W']);
    if (most > 0) {
      for (const tick of ticks(0, most * 1.08, 4, false)) {
        svg(area.svg, 'line', { class: 'grid', x1: left, x2: area.right, y1: y(tick), y2: y(tick) });
        svg(area.svg, 'text', { x: left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, shown(tick));
      }
    } else {
      write(area.svg, { x: left + 8, y: above / 2 }, wrapped('The watts of this task are not known', area.right - left - 16));
    }
    rows.forEach(function (one, place) {
      const top = area.top + row * place + 3;
      const whole = ruler.measureText(one.name).width <= left - 12;
      const words = whole ? one.name : wrapped(one.name, left - 12 - ruler.measureText('\u2026').width)[0] + '\u2026';
      svg(area.svg, 'text', { x: left - 8, y: top + 11, 'text-anchor': 'end', class: 'strong' }, words);
      one.parts.forEach(function (part) {
        const from = area.x(columns.start_seconds[part]);
        const width = Math.max(1.5, area.x(columns.end_seconds[part]) - from);
        svg(area.svg, 'rect', { x: from, y: top, width: width, height: row - 6, rx: 2, fill: ink(one.kind) });
        if (columns.watts[part] !== null) {
          svg(area.svg, 'rect', {
            x: from, y: y(columns.watts[part]), width: width, height: above - 6 - y(columns.watts[part]), fill: ink(one.kind), 'fill-opacity': 0.55
          });
        }
      });
      const index = one.parts[0];
      const last = one.parts[one.parts.length - 1];
      const figures = columns.joules[index] === null ? '' : few(columns.joules[index]) + ' J'
        + (columns.watts[index] === null ? '' : ', ' + few(columns.watts[index]) + ' W');
      const after = area.x(columns.end_seconds[last]) + 6;
      const before = area.x(columns.start_seconds[index]) - 6;
      const length = ruler.measureText(figures).width;
      if (figures && after + length < area.width) {
        svg(area.svg, 'text', { x: after, y: top + 11 }, figures);
      } else if (figures && before - length > left) {
        svg(area.svg, 'text', { x: before, y: top + 11, 'text-anchor': 'end' }, figures);
      }
    });
    tip(plot, function (px, py) {
      const offset = area.svg.getBoundingClientRect().top - plot.getBoundingClientRect().top;
      const one = rows[Math.floor((py - offset - area.top) / row)];
      if (!one || py - offset < area.top) {
        return '';
      }
      const seconds = one.parts.reduce(function (sum, part) { return sum + columns.end_seconds[part] - columns.start_seconds[part]; }, 0);
      const part = one.parts[0];
      return one.name + ': ' + few(seconds) + ' s'
        + (columns.joules[part] === null ? ', joules unknown' : ', ' + few(columns.joules[part]) + ' J')
        + (columns.watts[part] === null ? '' : ', ' + few(columns.watts[part]) + ' W');
    });
  };

  /* Power with uPlot: above what devices draw, below the requests, both on one axis of time. */
  draw.power = function (plot, chart) {
    const made = [];
    const fy = chart.y.factor;
    const width = wide(plot);
    const span = ends(chart.series.map(function (one) { return one.columns.seconds; })
      .concat(chart.phases.map(function (phase) { return [phase.start_seconds, phase.end_seconds]; }))
      .concat(chart.in_flight ? [chart.in_flight.columns.seconds] : []));
    const axis = function (label, size) {
      return {
        stroke: colour('soft'), grid: { stroke: colour('grid'), width: 1 }, ticks: { stroke: colour('line'), width: 1 },
        label: label, labelSize: 18, labelFont: '12px system-ui, sans-serif', font: '11.5px system-ui, sans-serif', size: size
      };
    };
    const bands = function (u) {
      const pen = u.ctx;
      pen.save();
      chart.phases.forEach(function (phase, place) {
        const from = Math.max(u.bbox.left, u.valToPos(phase.start_seconds, 'x', true));
        const to = Math.min(u.bbox.left + u.bbox.width, u.valToPos(phase.end_seconds, 'x', true));
        if (to > from) {
          pen.fillStyle = colour('band');
          pen.globalAlpha = phase.name === 'measuring' ? 1 : 0.45;
          pen.fillRect(from, u.bbox.top, Math.max(1, to - from), u.bbox.height);
        }
      });
      pen.restore();
    };
    const names = function (u) {
      const pen = u.ctx;
      const ratio = uPlot.pxRatio || window.devicePixelRatio || 1;
      pen.save();
      pen.fillStyle = colour('soft');
      pen.font = 11 * ratio + 'px system-ui, sans-serif';
      pen.textBaseline = 'top';
      pen.textAlign = 'left';
      chart.phases.forEach(function (phase) {
        const from = Math.max(u.bbox.left, u.valToPos(phase.start_seconds, 'x', true));
        const to = Math.min(u.bbox.left + u.bbox.width, u.valToPos(phase.end_seconds, 'x', true));
        if (to - from > pen.measureText(phase.name).width + 8 * ratio) {
          pen.fillText(phase.name, from + 4 * ratio, u.bbox.top + 4 * ratio);
        }
      });
      pen.restore();
    };
    const linked = {
      setScale: [function (u, key) {
        if (key === 'x' && !u.linking) {
          made.forEach(function (other) {
            if (other !== u) {
              other.linking = true;
              other.setScale('x', { min: u.scales.x.min, max: u.scales.x.max });
              other.linking = false;
            }
          });
        }
      }]
    };
    const onTime = { x: { time: false, range: function (u, low, high) { return low === null || low === undefined ? span : [low, high]; } } };
    const options = function (label, height, series, hooks, extra) {
      return Object.assign({
        width: width, height: height, series: series, padding: [8, 20, null, null],
        scales: onTime,
        axes: [height < 140 ? axis(title(chart.x), 46) : { show: false }, axis(label, 64)], cursor: { sync: { key: chart.title }, drag: { x: true, y: false } },
        hooks: { drawClear: [bands], draw: hooks, setScale: linked.setScale }
      }, extra);
    };
    const number = function (unit) {
      return function (u, value) { return value === null || value === undefined ? '\u2013' : shown(value) + ' ' + unit; };
    };
    /* Between its own points a device holds its level; another device's points are none of its own. */
    const held = function (column) {
      const last = column.reduce(function (found, value, place) { return value === undefined ? found : place; }, -1);
      return column.map(function (value, place) {
        column[place] = value === undefined && place > 0 && place < last ? column[place - 1] : value;
        return column[place];
      });
    };
    if (chart.series.length) {
      const lines = [{ label: 'time', value: number('s') }];
      const tables = [];
      const shades = [];
      chart.series.forEach(function (one, place) {
        const ink = ofRun(one.run) + (place % 2 ? 'b0' : '');
        const step = uPlot.paths.stepped({ align: 1 });
        const table = [one.columns.seconds, times(one.columns.watts, fy)];
        lines.push({ label: one.name, stroke: ink, width: 1.6, paths: step, points: { show: false }, value: number(chart.y.unit), dash: DASHES[place % 4] });
        if (one.columns.least_watts) {
          table.push(times(one.columns.least_watts, fy), times(one.columns.most_watts, fy));
          const fill = ofRun(one.run) + '33';
          lines.push({ label: 'least', width: 0, paths: step, points: { show: false }, value: number(chart.y.unit) },
            { label: 'most', width: 0, paths: step, points: { show: false }, value: number(chart.y.unit) });
          shades.push({ series: [lines.length - 1, lines.length - 2], fill: fill });
        }
        tables.push(table);
      });
      const joined = tables.length > 1 ? uPlot.join(tables) : tables[0];
      for (let column = 1; column < joined.length; column++) {
        joined[column] = held(Array.from(joined[column]));
      }
      const most = rangeOf(chart.y, function () { return ends(joined.slice(1)); })[1];
      made.push(new uPlot(options(title(chart.y), 140, lines, [names], {
        legend: { show: lines.length > 2 },
        bands: shades, scales: Object.assign({ y: { range: function () { return [0, most * 1.3]; } } }, onTime)
      }), joined, plot));
    }
    /* The lanes of single requests need room above; all runs have the same scale. */
    const room = (at('charts.power') || [chart]).some(function (one) { return one.queries; }) ? 2 : 1.1;
    const busy = chart.in_flight || { columns: { seconds: span, requests: [null, null] } };
    const lanes = function (u) {
      if (!chart.queries) {
        return;
      }
      const pen = u.ctx;
      const columns = chart.queries.columns;
      const ratio = uPlot.pxRatio || window.devicePixelRatio || 1;
      const ends2 = [];
      const lane = columns.start_seconds.map(function (start, place) {
        let free = ends2.findIndex(function (end) { return end <= start; });
        free = free < 0 ? ends2.length : free;
        ends2[free] = columns.end_seconds[place];
        return free;
      });
      const row = Math.min(9 * ratio, u.bbox.height * 0.45 / Math.max(1, ends2.length));
      pen.save();
      pen.beginPath();
      pen.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
      pen.clip();
      columns.start_seconds.forEach(function (start, place) {
        const from = u.valToPos(start, 'x', true);
        const to = u.valToPos(columns.end_seconds[place], 'x', true);
        pen.fillStyle = columns.failed[place] ? colour('bad') : colour('c2');
        pen.globalAlpha = 0.8;
        pen.fillRect(from, u.bbox.top + 3 * ratio + lane[place] * row, Math.max(ratio, to - from), Math.max(ratio, row - ratio));
      });
      pen.restore();
    };
    made.push(new uPlot(options('In flight', 130, [{ label: 'time', value: number('s') },
      { label: 'requests in flight, mean', stroke: colour('c7'), fill: colour('c7') + '22', width: 1.2, points: { show: false }, value: number('') }],
      [lanes], {
        legend: { show: false },
        scales: Object.assign({
          y: { range: function (u, low, high) { return [0, Math.max(1, chart.in_flight ? chart.in_flight.most : high || 1) * room]; } }
        }, onTime)
      }), [busy.columns.seconds, busy.columns.requests], plot));
    made.forEach(function (u) {
      u.setScale('x', { min: span[0], max: span[1] });
      u.over.addEventListener('dblclick', function () {
        made.forEach(function (other) { other.setScale('x', { min: span[0], max: span[1] }); });
      });
    });
    return made;
  };

  const living = [];

  /* What is closed has no width: its charts are drawn once it is opened. */
  function drawAll() {
    living.splice(0).forEach(function (u) { u.destroy(); });
    document.querySelectorAll('figure[data-chart]').forEach(function (figure) {
      delete figure.dataset.drawn;
      if (!figure.closest('details:not([open])')) {
        drawOne(figure);
      }
    });
    swatches(document);
  }

  function swatches(part) {
    if (order.length) {
      part.querySelectorAll('.swatch[class*=" c"]').forEach(function (swatch) {
        const parts = / c(\d+) d(\d+)/.exec(swatch.className);
        swatch.style.background = ofRun(Number(parts[1]) + 8 * Number(parts[2]));
      });
    }
  }

  function drawOne(figure) {
    const old = figure.querySelector('.plot');
    const plot = old.cloneNode(false);
    old.replaceWith(plot);
    const chart = at(figure.dataset.chart);
    const kept = draw[chart.kind](plot, chart);
    if (kept) {
      living.push.apply(living, kept);
    }
    figure.dataset.drawn = '1';
  }

  /* Along which axis each column of a kind of chart runs: its figures are in that axis' column_unit, not in the unit shown. */
  const axesOf = {
    spread: function (chart, place) { return place < 2 ? chart.x : place === 3 ? chart.y : null; },
    curve: function (chart, place) { return place === 0 ? chart.x : place < 4 ? chart.y : null; },
    scatter: function (chart, place) { return place === 0 ? chart.x : chart.y; },
    heat: function (chart, place) { return place < 2 ? chart.x : place < 4 ? chart.y : place === 4 ? chart.value : null; },
    interval: function (chart, place) { return place === 0 ? null : chart.x; },
    points: function (chart, place) { return place < 3 ? chart.x : chart.y; },
    power: function (chart, place) { return place === 0 ? chart.x : chart.y; },
    /* The names of its columns tell their units. */
    turns: function () { return null; }
  };

  function csv(chart) {
    const cell = function (value) {
      const plain = value === null || value === undefined ? '' : String(value);
      // A spreadsheet takes a text that begins so as a formula.
      const text = typeof value === 'string' && /^[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(plain) ? "'" + plain : plain;
      return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    };
    const lines = [];
    const table = function (name, columns, axes) {
      const keys = Object.keys(columns);
      if (!lines.length || lines.head !== keys.join()) {
        lines.push(['series'].concat(keys.map(function (key, place) {
          const axis = axes(place);
          return axis && axis.column_unit ? key + ' [' + axis.column_unit + ']' : key;
        })).map(cell).join(','));
        lines.head = keys.join();
      }
      first(columns, 0).forEach(function (value, row) {
        lines.push([name].concat(keys.map(function (key) { return columns[key][row]; })).map(cell).join(','));
      });
    };
    const plain = function (place) { return place === 0 ? chart.x : null; };
    chart.series.forEach(function (one) { table(one.name, one.columns, axesOf[chart.kind].bind(null, chart)); });
    (chart.boxes || []).forEach(function (one) { table(one.name, one.columns, function () { return chart.x; }); });
    const share = function (place) { return place === 0 ? chart.x : chart.y; };
    (chart.shares || []).forEach(function (one) { table(one.name, one.columns, share); });
    (chart.densities || []).forEach(function (one) { table(one.name, one.columns, share); });
    if (chart.in_flight) {
      table('in flight', chart.in_flight.columns, plain);
    }
    if (chart.queries) {
      table('queries', chart.queries.columns, function (place) { return place < 2 ? chart.x : null; });
    }
    return lines.join('\n') + '\n';
  }

  function copy(text, button) {
    const said = button.textContent;
    const tell = function (word) {
      button.textContent = word;
      setTimeout(function () { button.textContent = said; }, 1500);
    };
    const byHand = function () {
      const area = html(document.body, 'textarea');
      area.value = text;
      area.style.position = 'fixed';
      area.style.opacity = '0';
      area.select();
      const done = document.execCommand('copy');
      area.remove();
      tell(done ? 'Copied' : 'Not allowed here');
    };
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(function () { tell('Copied'); }, byHand);
    } else {
      byHand();
    }
  }

  document.addEventListener('click', function (event) {
    if (event.target.classList.contains('copy')) {
      copy(csv(at(event.target.closest('figure').dataset.chart)), event.target);
    } else if (event.target.id === 'copy-json') {
      copy(JSON.stringify(data, null, 1), event.target);
    } else if (event.target.id === 'theme') {
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      drawAll();
    }
  });
  function prepare(part) {
    part.querySelectorAll('[data-key]').forEach(function (figure) { figure.title = figure.dataset.key; });
    part.querySelectorAll('.scroll').forEach(function (box) {
      box.tabIndex = 0;
      const caption = box.querySelector('caption');
      box.setAttribute('role', 'group');
      box.setAttribute('aria-label', caption ? caption.textContent : 'Table');
      wideTables.observe(box);
    });
  }

  prepare(document);

  /* What is closed on a page of many runs is compressed, and put into its place when it is opened. */
  let closed = [];

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), function (one) { return one.charCodeAt(0); });
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return (await new Response(plain).text()).split('\x1e');
  }

  function fill(part) {
    const place = part.dataset.closed;
    if (place !== undefined && closed.length) {
      delete part.dataset.closed;
      part.insertAdjacentHTML('beforeend', closed[place]);
      prepare(part);
      swatches(part);
    }
  }

  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const asked = /theme=(dark|light)/.exec(location.search + location.hash);
  root.dataset.theme = asked ? asked[1] : dark.matches ? 'dark' : 'light';
  dark.addEventListener('change', function () {
    root.dataset.theme = dark.matches ? 'dark' : 'light';
    drawAll();
  });
  let waiting;
  let last = window.innerWidth;
  window.addEventListener('resize', function () {
    if (window.innerWidth !== last && !printing) {
      last = window.innerWidth;
      clearTimeout(waiting);
      waiting = setTimeout(drawAll, 150);
    }
  });
  let before;
  window.addEventListener('beforeprint', function () {
    before = root.dataset.theme;
    printing = true;
    root.dataset.theme = 'light';
    drawAll();
  });
  window.addEventListener('afterprint', function () {
    printing = false;
    root.dataset.theme = before || 'light';
    drawAll();
  });
  document.addEventListener('toggle', function (event) {
    if (event.target.open) {
      fill(event.target);
      event.target.querySelectorAll('figure[data-chart]:not([data-drawn])').forEach(function (figure) {
        if (!figure.closest('details:not([open])')) {
          drawOne(figure);
        }
      });
    }
  }, true);
  drawAll();
  const packed = document.getElementById('ipw-closed');
  (packed ? unpacked(packed.textContent) : Promise.resolve([])).then(function (parts) {
    closed = parts;
    // What was opened before is filled now.
    document.querySelectorAll('details[open][data-closed]').forEach(function (part) {
      part.dispatchEvent(new Event('toggle'));
    });
    root.dataset.ready = '1';
  }, function () {
    document.querySelectorAll('details[data-closed]').forEach(function (part) {
      html(part, 'p', 'reason', 'This browser cannot unpack this part: open the report in a newer one.');
    });
    root.dataset.ready = '1';
  });
}());
