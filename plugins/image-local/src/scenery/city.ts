import { blend, css, lit, type Colour } from '../craft/colour.ts'
import { n, shape } from '../craft/lines.ts'
import { mist, tone, type Scene } from './scene.ts'

/** Rows of buildings, the nearest with their windows lit, and a wet street that has it all again. */
export function paintCity(scene: Scene): void {
  const { plate, width, height, horizon, palette } = scene
  const ground = height * 0.86
  const behind = plate.lift()
  for (let layer = 0; layer < 4; layer++) {
    row(scene, 0.12 + layer * 0.22, layer, ground)
    if (layer < 3) mist(scene, ground - height * 0.1, height * 0.16, 0.4 - layer * 0.1)
  }
  const town = plate.lift()
  plate.add(behind, town)
  const street = `M0 ${n(ground)}H${n(width)}V${n(height)}H0z`
  plate.add(shape(street, css(tone(scene, 0.92))))
  const mirror = plate.blurred(`<g transform="translate(0 ${n(ground * 1.62)}) scale(1 -.62)">${town}</g>`, 5)
  plate.add(plate.clipped(`<g opacity=".62">${mirror}</g>`, street))
  plate.add(shape(street, plate.linear([[0, palette.near, 0], [1, palette.near, 0.7]], 0, ground, 0, height))) // prettier-ignore
  plate.add(plate.glow(scene.light[0], horizon, width * 0.5, palette.horizon, 0.35))
}

function row(scene: Scene, nearness: number, layer: number, ground: number): void {
  const { plate, palette, dice, width, height } = scene
  const body = tone(scene, nearness)
  let [walls, lights] = ['', '']
  for (let x = -30; x < width + 20;) {
    const wide = width * dice.between(0.035, 0.075 + layer * 0.022)
    const middle = 1 - Math.abs((x + wide / 2) / width - 0.5) * 2
    const open = layer >= 2 ? 1.35 - middle * (layer === 3 ? 1.25 : 0.75) : 0.65 + middle * 0.5
    const tall = height * dice.between(0.16, 0.42) * open * (1.12 - layer * 0.04)
    const y = ground - Math.max(tall, height * 0.03)
    const [paint, roof] = [facade(scene, body, y, ground), dice.next()]
    walls += shape(outline(x, y, wide, ground, roof, dice.between(0.2, 0.8)), paint)
    if (layer > 0) lights += windows(scene, x, y, wide, ground, layer)
    if (layer > 1 && dice.chance(palette.isNight ? 0.5 : 0.2)) lights += sign(scene, x, y, wide, ground)
    x += wide + dice.between(-2, 10)
  }
  plate.add(walls, lights)
}

const facade = ({ plate, palette }: Scene, body: Colour, top: number, ground: number) =>
  plate.isFlat ? css(body) : plate.linear([[0, body], [1, blend(body, palette.horizon, 0.32)]], 0, top, 0, ground + 40) // prettier-ignore

function outline(x: number, y: number, wide: number, ground: number, roof: number, at: number): string {
  const right = x + wide
  if (roof < 0.2)
    return `M${n(x)} ${n(ground)}V${n(y + wide * 0.5)}L${n(x + wide / 2)} ${n(y)}L${n(right)} ${n(y + wide * 0.5)}V${n(ground)}z`
  if (roof < 0.5) {
    const [step, low] = [wide * 0.2, wide * 0.35]
    return `M${n(x)} ${n(ground)}V${n(y + low)}H${n(x + step)}V${n(y)}H${n(right - step)}V${n(y + low)}H${n(right)}V${n(ground)}zM${n(x + wide / 2 - 1.5)} ${n(y)}v${n(-wide * 0.8)}h3v${n(wide * 0.8)}z`
  }
  if (roof < 0.62) return `M${n(x)} ${n(ground)}V${n(y + wide * 0.3)}L${n(right)} ${n(y)}V${n(ground)}z`
  return `M${n(x)} ${n(ground)}V${n(y)}H${n(right)}V${n(ground)}zM${n(x + wide * at)} ${n(y)}v-12h${n(wide * 0.22)}v12z`
}

function windows({ palette, dice }: Scene, x: number, y: number, wide: number, ground: number, layer: number): string {
  const [w, h] = [2.2 + layer * 1.5, 3 + layer * 2.2]
  const share = palette.isNight ? 0.42 : 0.16
  const glass = [
    css(palette.accent),
    css(blend(palette.accent, palette.light, 0.6)),
    css(blend(palette.light, palette.horizon, 0.5)),
  ]
  const rows: string[] = ['', '', '']
  for (let py = y + h * 3; py < ground - h * 2; py += h * 2) {
    for (let px = x + w * 1.6; px < x + wide - w * 2; px += w * 2.1) {
      if (dice.chance(share)) rows[Math.floor(dice.next() * 3)] += `M${n(px)} ${n(py)}h${n(w)}v${n(h)}h${n(-w)}z`
    }
  }
  return rows.map((d, i) => (d ? shape(d, glass[i]!, `opacity="${(0.45 + layer * 0.16).toFixed(2)}"`) : '')).join('')
}

/** A tube of light on a wall; no letters, since nobody asked for any. */
function sign({ plate, palette, dice }: Scene, x: number, y: number, wide: number, ground: number): string {
  const hue = dice.pick([palette.accent, palette.horizon, blend(palette.accent, palette.light, 0.4)])
  const [w, tall] = [Math.min(20, wide * 0.24), Math.min((ground - y) * 0.4, dice.between(50, 130))]
  const [sx, sy] = [x + (dice.chance(0.5) ? -w * 0.3 : wide - w * 0.8), y + (ground - y) * dice.between(0.12, 0.4)]
  let glyphs = ''
  for (let gy = sy + w * 0.6; gy < sy + tall - w * 0.8; gy += w * 1.15) {
    glyphs += `M${n(sx + w * 0.22)} ${n(gy)}h${n(w * 0.56)}M${n(sx + w * dice.between(0.3, 0.7))} ${n(gy - w * 0.3)}v${n(w * 0.8)}M${n(sx + w * 0.22)} ${n(gy + w * 0.4)}h${n(w * dice.between(0.3, 0.56))}`
  }
  const frame = `M${n(sx)} ${n(sy)}h${n(w)}v${n(tall)}h${n(-w)}z`
  return (
    plate.glow(sx + w / 2, sy + tall / 2, tall, hue, 0.5) +
    shape(frame, css(blend(hue, palette.near, 0.72)), `stroke="${css(hue)}" stroke-width="2.4"`) +
    `<path d="${glyphs}" fill="none" stroke="${css(lit(hue, 0.16))}" stroke-width="2"/>`
  )
}
