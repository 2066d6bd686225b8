'use strict';
// Draws the charts of the page out of the JSON beside it; everything else is there without it.
(() => {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const dashes = [[], [9, 4], [2, 3], [10, 3, 2, 3], [16, 4], [5, 2]];
  // CSS pixels between the margins of a sheet of A4, for one chart and for two side by side.
  const printWidth = 660;
  const printHalf = 320;
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paper = matchMedia('print');
  let drawn = [];
  let observers = [];

  const colour = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const seriesColour = s => colour('s' + s.colour % 6);
  // From the seventh line on colours come again, with other dashes.
  const dash = s => dashes[(s.dash ?? s.colour + Math.floor(s.colour / 6)) % dashes.length];

  function number(value) {
    if (value === null || value === undefined) return '-';
    const size = Math.abs(value);
    if (size >= 99.95) return Math.round(value).toLocaleString('en');
    return value.toFixed(size >= 9.995 ? 1 : 2).replace(/\.?0+$/, '');
  }

  // 1, 2, 5, 10, 20 ...; only the decades where that would be too many.
  function steps(low, high) {
    const fine = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
      for (const digit of [1, 2, 5]) fine.push(digit * 10 ** e);
    }
    const seen = fine.filter(v => v >= low && v <= high);
    return seen.length <= 7 ? seen : seen.filter(v => Math.log10(v) % 1 === 0);
  }

  const percent = x => {
    const p = 100 - 100 / x;
    return p === 0 ? '0 %' : String(Number(p.toPrecision(10))) + ' %';
  };

  const xKinds = {
    percentile: {
      scale: { time: false, distr: 3, range: (u, low, high) => [1, Math.max(10, high)] },
      splits: (u, axis, low, high) => [...(u.width < 480 ? [] : [1]), 2, 10, 100, 1e3, 1e4, 1e5, 1e6].filter(v => v <= high * 1.001),
      values: (u, splits) => splits.map(percent),
      now: x => 'p' + String(Number((100 - 100 / x).toPrecision(4)))
    },
    workers: {
      scale: { time: false, range: (u, low, high) => [low - 0.3, high + 0.3] },
      splits: (u, axis, low, high) => {
        const all = [];
        const step = Math.max(1, Math.ceil((high - low) / 12));
        for (let n = Math.ceil(low); n <= high; n += step) all.push(n);
        return all;
      },
      values: (u, splits) => splits.map(String),
      now: x => x + ' workers'
    },
    seconds: {
      scale: { time: false, range: (u, low, high) => [low, Math.max(low + 1, high)] },
      values: (u, splits) => splits.map(v => number(v)),
      now: x => 'second ' + x
    }
  };

  function yScale(log) {
    return log
      ? { distr: 3, range: (u, low, high) => [(low ?? 1) / 1.25, (high ?? 10) * 1.25] }
      : { range: (u, low, high) => [0, (high || 1) * 1.12] };
  }

  function axis(label, scale, log, side, plain) {
    const font = '12px system-ui, sans-serif';
    return {
      scale, side, label, font, labelFont: font, labelSize: 20, gap: 4,
      stroke: colour('soft'),
      grid: { show: plain, stroke: colour('grid'), width: 1 },
      ticks: { stroke: colour('line'), width: 1, size: 4 },
      ...(log ? { splits: (u, i, low, high) => steps(low, high), filter: (u, splits) => splits } : {}),
      values: (u, splits) => splits.map(number),
      size: (u, values) => values ? 14 + 7 * Math.max(...values.map(v => String(v).length)) : 40
    };
  }

  // What uPlot does not draw: error bars, and the moment of a kill or a restart.
  function extras(u, chart) {
    const c = u.ctx;
    const px = devicePixelRatio;
    c.save();
    c.setLineDash([]);
    chart.series.forEach(s => {
      if (!s.low) return;
      c.strokeStyle = seriesColour(s);
      c.lineWidth = 1.5 * px;
      chart.x.forEach((x, i) => {
        if (s.low[i] === null) return;
        const at = u.valToPos(x, 'x', true);
        const top = u.valToPos(s.high[i], 'y', true);
        const end = u.valToPos(s.low[i], 'y', true);
        c.beginPath();
        c.moveTo(at, top);
        c.lineTo(at, end);
        for (const y of [top, end]) {
          c.moveTo(at - 4 * px, y);
          c.lineTo(at + 4 * px, y);
        }
        c.stroke();
      });
    });
    (chart.marks ?? []).forEach(mark => {
      const at = u.valToPos(mark.x, 'x', true);
      c.strokeStyle = c.fillStyle = colour(mark.left ? 'bad' : 'good');
      c.lineWidth = 1.5 * px;
      c.setLineDash([4 * px, 3 * px]);
      c.beginPath();
      c.moveTo(at, u.bbox.top);
      c.lineTo(at, u.bbox.top + u.bbox.height);
      c.stroke();
      c.font = 12 * px + 'px system-ui, sans-serif';
      c.textBaseline = 'bottom';
      const fits = mark.left && at - c.measureText(mark.name).width > u.bbox.left;
      c.textAlign = fits ? 'right' : 'left';
      c.fillText(mark.name, at + (fits ? -4 : 4) * px, u.bbox.top - 3 * px);
    });
    c.restore();
  }

  function options(chart, width, now) {
    const x = xKinds[chart.xKind];
    const second = chart.series.some(s => s.scale === 'y2');
    return {
      width,
      height: width < 480 ? 230 : 290,
      padding: [(chart.marks ?? []).length ? 20 : 10, second ? 0 : 14, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { size: 7 } },
      scales: { x: x.scale, y: yScale(chart.yLog), ...(second ? { y2: yScale(chart.y2Log) } : {}) },
      axes: [
        {
          ...axis(chart.xLabel, 'x', false, 2, true),
          size: 34, space: 44, values: x.values,
          ...(x.splits ? { splits: x.splits, filter: (u, splits) => splits } : {})
        },
        axis(chart.yLabel, 'y', chart.yLog, 3, true),
        ...(second ? [axis(chart.y2Label, 'y2', chart.y2Log, 1, false)] : [])
      ],
      bands: chart.bands?.map(b => ({ series: [b.high + 1, b.low + 1], fill: colour('s' + b.colour) + '38' })) ?? [],
      series: [{}, ...chart.series.map(s => ({
        scale: s.scale ?? 'y',
        stroke: seriesColour(s),
        width: s.line === false ? 0 : s.faint ? 0.5 : 2,
        dash: s.line === false ? [] : dash(s).map(length => length * devicePixelRatio),
        spanGaps: s.faint || s.model || false,
        paths: s.line === false ? () => null : undefined,
        points: {
          show: Boolean(s.points), size: 9, width: 2, stroke: seriesColour(s), fill: colour('ground')
        }
      }))],
      hooks: {
        draw: [u => extras(u, chart)],
        setCursor: [u => {
          const i = u.cursor.idx;
          now.forEach((cell, k) => {
            const value = i === null || i === undefined ? null : chart.series[k].y[i];
            cell.textContent = value === null || value === undefined ? '' : number(value) + ' ' + chart.series[k].unit;
          });
        }]
      }
    };
  }

  function swatch(s) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('width', 30);
    svg.setAttribute('height', 10);
    svg.setAttribute('aria-hidden', 'true');
    if (s.line !== false) {
      const line = document.createElementNS(svg.namespaceURI, 'path');
      line.setAttribute('d', 'M0 5H30');
      line.setAttribute('stroke', seriesColour(s));
      line.setAttribute('stroke-width', 2);
      line.setAttribute('stroke-dasharray', dash(s).join(' '));
      svg.append(line);
    }
    if (s.points) {
      const dot = document.createElementNS(svg.namespaceURI, 'circle');
      dot.setAttribute('cx', 15);
      dot.setAttribute('cy', 5);
      dot.setAttribute('r', 3.5);
      dot.setAttribute('fill', colour('ground'));
      dot.setAttribute('stroke', seriesColour(s));
      dot.setAttribute('stroke-width', 2);
      svg.append(dot);
    }
    return svg;
  }

  function legend(chart, place) {
    const list = document.createElement('ul');
    list.className = 'legend';
    const now = chart.series.map(s => {
      const item = document.createElement('li');
      const value = document.createElement('span');
      value.className = 'now';
      if (!s.faint) {
        item.append(swatch(s), s.name, value);
        list.append(item);
      }
      return value;
    });
    place.append(list);
    return now;
  }

  function isPaper() {
    return root.classList.contains('printing') || paper.matches;
  }

  function draw() {
    observers.forEach(it => it.disconnect());
    drawn.forEach(it => it.destroy());
    drawn = [];
    observers = [];
    for (const place of document.querySelectorAll('.chart')) {
      const chart = charts[place.dataset.chart];
      place.replaceChildren();
      const now = legend(chart, place);
      const onPaper = place.closest('.pair') ? printHalf : printWidth;
      const width = () => isPaper() ? onPaper : Math.max(220, place.clientWidth);
      const u = new uPlot(options(chart, width(), now), [chart.x, ...chart.series.map(s => s.y)], place);
      const observer = new ResizeObserver(() => {
        if (Math.abs(width() - u.width) > 1) u.setSize({ width: width(), height: u.height });
      });
      observer.observe(place);
      drawn.push(u);
      observers.push(observer);
    }
  }

  draw();
  dark.addEventListener('change', draw);
  paper.addEventListener('change', draw);
  addEventListener('beforeprint', () => {
    root.classList.add('printing');
    draw();
  });
  addEventListener('afterprint', () => {
    root.classList.remove('printing');
    draw();
  });
})();
