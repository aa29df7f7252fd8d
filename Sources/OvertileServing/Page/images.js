// @ts-check
/**
 * Texts on the map without glyphs from a server: images that are drawn when the map first needs them.
 *
 * A style names such an image by its kind, a bar and the text: `["concat", "count|", ["get", "point_count_abbreviated"]]`.
 *
 * @module images
 */

/** @typedef {{font: string, color: string, halo?: string, box?: string}} Writing how the texts of a kind look */

const RATIO = 2;
const PADDING = 3;
const MOST_CHARACTERS = 40;

/**
 * Draws the texts of a map's style.
 * @param {any} map @param {() => Record<string, Writing>} writings by kind, as they are now
 */
export function drawTexts(map, writings) {
  map.on('styleimagemissing', (/** @type {{id: string}} */ {id}) => {
    const bar = id.indexOf('|');
    const writing = writings()[id.slice(0, bar)];
    if (bar < 0 || writing === undefined || map.hasImage(id)) return;
    map.addImage(id, drawn(id.slice(bar + 1), writing), {pixelRatio: RATIO});
  });
}

/** @param {string} text @param {Writing} writing */
function drawn(text, {font, color, halo, box}) {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
  const canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', {willReadFrequently: true}));
  const lines = shown.split('\n');
  const lineHeight = Number(/(\d+)px/.exec(font)?.[1] ?? 12) * 1.25;
  context.font = font;
  const width = Math.max(1, ...lines.map((line) => context.measureText(line).width)) + 2 * PADDING;
  const height = lines.length * lineHeight + 2 * PADDING;
  [canvas.width, canvas.height] = [Math.ceil(width * RATIO), Math.ceil(height * RATIO)];
  context.scale(RATIO, RATIO);
  Object.assign(context, {font, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round', lineWidth: 3});
  if (box !== undefined) {
    context.fillStyle = box;
    context.fillRect(0, 0, width, height);
  }
  lines.forEach((line, index) => {
    const y = PADDING + (index + 0.5) * lineHeight;
    if (halo !== undefined) {
      context.strokeStyle = halo;
      context.strokeText(line, width / 2, y);
    }
    context.fillStyle = color;
    context.fillText(line, width / 2, y);
  });
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
