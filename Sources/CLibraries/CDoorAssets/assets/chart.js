// Chart: people who passed over the evening, as shapes. Bars are those who entered, a dashed line those who left.

import { shape } from "./elements.js";

/** The smallest of 1, 2, 5, 10, 20, 50 ... that is at least so much. */
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, number)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= number);
}

/** Where the axis of time is marked, in milliseconds: at most so many, at full hours or parts of one. */
function marks(start, end, most) {
  const minutes = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].find((each) => (end - start) / 60000 / each <= most) ?? 2880;
  const first = Math.ceil(start / 60000 / minutes) * minutes;
  const found = [];
  for (let minute = first; minute * 60000 <= end; minute += minutes) found.push(minute * 60000);
  return found;
}

/**
 * @param svg - filled anew, at the size that it has.
 * @param course - `start`, `step_minutes`, `entered`, `left`.
 * @param time - words of a time in milliseconds.
 * @param number - words of a number.
 */
export function drawChart(svg, course, time, number) {
  const { width, height } = svg.getBoundingClientRect();
  if (width < 1 || height < 1) return;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const letter = parseFloat(getComputedStyle(svg).fontSize);
  const top = letter * 0.8, bottom = height - letter * 1.7, right = width - letter;
  const most = roundUp(Math.max(4, ...course.entered, ...course.left));
  const left = letter * (0.8 + 0.65 * number(most).length);
  const step = course.step_minutes * 60000;
  const start = Date.parse(course.start), end = start + course.entered.length * step;
  const x = (at) => left + (at - start) / (end - start) * (right - left);
  const y = (people) => bottom - people / most * (bottom - top);
  const parts = [];
  for (const people of [0, most / 2, most].filter(Number.isInteger)) {
    const height = y(people);
    parts.push(shape("line", { class: "grid", x1: left, x2: right, y1: height, y2: height }));
    parts.push(shape("text", { x: left - letter * 0.4, y: height + letter * 0.35, "text-anchor": "end" }, number(people)));
  }
  for (const at of marks(start, end, (right - left) / (letter * 5.5))) {
    parts.push(shape("line", { class: "tick", x1: x(at), x2: x(at), y1: bottom, y2: bottom + letter * 0.35 }));
    parts.push(shape("text", { x: x(at), y: bottom + letter * 1.4, "text-anchor": "middle" }, time(at)));
  }
  const bars = course.entered.map((people, n) => {
    const [from, to] = [x(start + n * step), x(start + (n + 1) * step)];
    const gap = Math.min(2, (to - from) * 0.2);
    return people > 0 ? `M${from} ${bottom}V${y(people)}H${to - gap}V${bottom}Z` : "";
  });
  parts.push(shape("path", { class: "entered", d: bars.join("") }));
  if (course.left.some((people) => people > 0)) {
    const line = course.left.map((people, n) => `${n ? "L" : "M"}${x(start + (n + 0.5) * step)} ${y(Math.max(0, people))}`);
    parts.push(shape("path", { class: "left", d: line.join("") }));
  }
  svg.replaceChildren(...parts);
}
