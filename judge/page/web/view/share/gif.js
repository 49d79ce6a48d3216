// Pictures into an animated GIF: one palette for all, and of each picture only the part that is another.

/** The most entries of a dictionary, and what a palette has. */
const CODES_MAX = 4096,
  COLOURS = 256;

/** A pixel's bin: five bits of each colour. @param {Uint8ClampedArray} pixels @param {number} at */
const bin = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/**
 * The colours that are used most, and which of them each bin has.
 * @param {Uint8ClampedArray[]} pictures as RGBA
 */
export function palette(pictures) {
  const bins = 1 << 15,
    count = new Uint32Array(bins),
    sums = [new Float64Array(bins), new Float64Array(bins), new Float64Array(bins)];
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4) {
      const place = bin(pixels, at);
      count[place] += 1;
      for (const [part, sum] of sums.entries()) sum[place] += pixels[at + part];
    }
  }
  const used = [...count.keys()].filter((place) => count[place]).sort((a, b) => count[b] - count[a]);
  const colours = used
    .slice(0, COLOURS)
    .map((place) => sums.map((sum) => Math.round(sum[place] / count[place])));
  const nearest = new Uint8Array(bins);
  for (const place of used) {
    const mean = sums.map((sum) => sum[place] / count[place]);
    let least = Infinity;
    for (const [i, colour] of colours.entries()) {
      const far = colour.reduce((sum, value, part) => sum + (value - mean[part]) ** 2, 0);
      if (far < least) [least, nearest[place]] = [far, i];
    }
  }
  return { colours, nearest };
}

/** Bytes that are added to. */
class Bytes {
  constructor() {
    this.bytes = new Uint8Array(1 << 16);
    this.length = 0;
  }

  /** @param {number[]} values */
  put(...values) {
    if (this.length + values.length > this.bytes.length) {
      const more = new Uint8Array(this.bytes.length * 2);
      more.set(this.bytes);
      this.bytes = more;
    }
    for (const value of values) this.bytes[this.length++] = value;
  }

  /** @param {number} value */
  put16(value) {
    this.put(value & 255, value >> 8);
  }
}

/** Pixels by the method of Lempel, Ziv and Welch, in blocks of at most 255 bytes. @param {Bytes} out @param {Uint8Array} pixels */
export function compress(out, pixels) {
  const clear = COLOURS,
    end = COLOURS + 1;
  /** @type {Map<number, number>} */
  let known = new Map();
  let next = end + 1,
    size = 9,
    held = 0,
    bits = 0;
  /** @type {number[]} */
  let block = [];
  const flush = () => {
    if (block.length) out.put(block.length, ...block);
    block = [];
  };
  const write = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  out.put(8);
  write(clear);
  let prefix = pixels[0];
  for (let at = 1; at < pixels.length; at++) {
    const key = (prefix << 8) | pixels[at],
      found = known.get(key);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    write(prefix);
    if (next === CODES_MAX) {
      write(clear);
      known = new Map();
      next = end + 1;
      size = 9;
    } else {
      known.set(key, next);
      // A code is written with as many bits as the largest that may come has.
      if (next === 1 << size) size += 1;
      next += 1;
    }
    prefix = pixels[at];
  }
  write(prefix);
  write(end);
  if (bits > 0) block.push(held & 255);
  flush();
  out.put(0);
}

/** The part of a picture that is another than in the one before. @param {Uint8Array} now @param {Uint8Array | null} before @param {number} width @param {number} height */
function changed(now, before, width, height) {
  if (!before) return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
  const part = { left: width, top: height, right: -1, bottom: -1 };
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue;
    const x = at % width,
      y = (at - x) / width;
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x);
    part.top = Math.min(part.top, y);
    part.bottom = Math.max(part.bottom, y);
  }
  return part.right < 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : part;
}

/**
 * The bytes of a GIF that begins anew when it is over.
 * @param {number} width @param {number} height
 * @param {{ pixels: Uint8ClampedArray, hundredths: number }[]} frames as RGBA, each with the time that it stays
 */
export function gif(width, height, frames) {
  const { colours, nearest } = palette(frames.map(({ pixels }) => pixels)),
    out = new Bytes();
  out.put(...new TextEncoder().encode("GIF89a"));
  out.put16(width);
  out.put16(height);
  out.put(0xf7, 0, 0);
  for (let i = 0; i < COLOURS; i++) out.put(...(colours[i] ?? [0, 0, 0]));
  out.put(0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  /** @type {Uint8Array | null} */
  let before = null;
  for (const { pixels, hundredths } of frames) {
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at++) now[at] = nearest[bin(pixels, at * 4)];
    const { left, top, right, bottom } = changed(now, before, width, height),
      across = right - left + 1,
      down = bottom - top + 1;
    const part = new Uint8Array(across * down);
    for (let y = 0; y < down; y++) {
      const from = (top + y) * width + left;
      part.set(now.subarray(from, from + across), y * across);
    }
    out.put(0x21, 0xf9, 4, 4);
    out.put16(hundredths);
    out.put(0, 0, 0x2c);
    for (const value of [left, top, across, down]) out.put16(value);
    out.put(0);
    compress(out, part);
    before = now;
  }
  out.put(0x3b);
  return out.bytes.subarray(0, out.length);
}
