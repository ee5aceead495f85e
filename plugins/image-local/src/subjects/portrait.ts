import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, n, placed, shape, soft } from '../craft/lines.ts'
import type { Role } from '../reading/vocabulary.ts'
import { paintPlace } from '../scenery/paint_place.ts'
import { tone, type Scene } from '../scenery/scene.ts'
import { stars } from '../scenery/sky.ts'
import { bust, hair } from './bust.ts'

const longHaired = new Set<Role | null>([
  'woman',
  'witch',
  'angel',
  'elf',
  'royal',
  'dancer',
  'wizard',
  'viking',
  'samurai',
])

/** Somebody's head against a halo, and in it, as in a window, the place they are of. */
export function paintPortrait(scene: Scene): void {
  const { plate, width, height, dice, side, reading } = scene
  const [somebody] = reading.somebody
  const short = Math.min(width, height)
  const inside = {
    ...scene,
    horizon: height * 0.6,
    light: [width * (0.5 + side * 0.08), height * 0.42] as const,
    isInset: true,
  }
  const before = plate.lift()
  paintPlace(inside)
  const view = plate.lift()
  plate.add(before)
  backdrop(scene, short)
  const isLong = longHaired.has(somebody!.role) || (somebody!.role === 'person' && dice.chance(0.5))
  const head = bust(somebody!.species, somebody!.role, isLong, '#fff')
  const size = short / 430
  const flip = side < 0
  const at = (markup: string) => placed(markup, width * (0.5 - side * 0.04), height * 0.56 + short * 0.02, size, flip)
  const mask = plate.define(
    (id) =>
      `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="${n(width)}" height="${n(height)}">${at(head)}</mask>`
  )
  // Its own colour under the view, so that what is thin in the view still is somebody.
  plate.add(
    `<g mask="url(#${mask})"><path d="M0 0H${n(width)}V${n(height)}H0z" fill="${css(tone(scene, 0.9))}"/><g opacity=".8">${view}</g>${shading(scene)}</g>`
  )
  plate.add(`<g mask="url(#${mask})">${at(hairOf(scene, isLong) + eyeOf(scene))}</g>`)
  plate.add(edge(scene, at(head)))
}

/** Light along the face, and nothing else of the head. */
function edge({ plate, palette, side }: Scene, head: string): string {
  const id = plate.define(
    (id) =>
      `<filter id="${id}" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB"><feOffset in="SourceAlpha" dx="${-side * 5}" dy="3" result="o"/>${plate.isFlat ? '' : '<feGaussianBlur in="o" stdDeviation="2" result="o"/>'}` +
      `<feComposite in="SourceAlpha" in2="o" operator="out" result="r"/><feFlood flood-color="${css(lit(palette.light, 0.02))}" flood-opacity=".9"/><feComposite in2="r" operator="in"/></filter>`
  )
  return `<g filter="url(#${id})">${head}</g>`
}

function backdrop(scene: Scene, short: number): void {
  const { plate, palette, width, height } = scene
  const pale = !palette.isNight
  const [top, low] = pale ? [blend(palette.sky, palette.light, 0.45), blend(palette.horizon, palette.light, 0.6)] : [palette.zenith, blend(palette.zenith, palette.sky, 0.8)] // prettier-ignore
  plate.fill(plate.linear([[0, top], [1, low]], 0, 0, 0, height, 4)) // prettier-ignore
  if (!pale) stars({ ...scene, horizon: height }, 160)
  const [x, y, r] = [width / 2, height * 0.44, short * 0.36]
  plate.add(plate.glow(x, y, r * 2, pale ? palette.light : palette.horizon, 0.7))
  plate.add(disc(x, y, r, plate.linear([[0, pale ? blend(palette.horizon, palette.accent, 0.35) : palette.light], [1, pale ? blend(palette.light, palette.horizon, 0.5) : palette.horizon]], 0, y - r, 0, y + r, 5))) // prettier-ignore
  for (const [far, wide, opacity] of [
    [1.1, 1.6, 0.6],
    [1.2, 1, 0.4],
    [1.34, 0.8, 0.25],
  ] as const)
    // prettier-ignore
    plate.add(disc(x, y, r * far, 'none', `stroke="${css(blend(palette.accent, palette.light, 0.4))}" stroke-width="${wide * 2}" opacity="${opacity}"`))
}

/** The head as a body: darker at the back and below. */
function shading({ plate, palette, width, height, side }: Scene): string {
  const full = `M0 0H${n(width)}V${n(height)}H0z`
  const back = plate.linear([[0, palette.near, 0.72], [0.42, palette.near, 0.12], [1, palette.near, 0]], side > 0 ? width * 0.16 : width * 0.84, 0, side > 0 ? width * 0.8 : width * 0.2, 0) // prettier-ignore
  const below = plate.linear([[0, palette.near, 0], [1, palette.near, 0.8]], 0, height * 0.6, 0, height) // prettier-ignore
  return `<path d="${full}" fill="${back}"/><path d="${full}" fill="${below}"/>`
}

/** Darker than the face, with the light in its strands. */
function hairOf({ reading, palette, plate, dice }: Scene, isLong: boolean): string {
  const { species, role } = reading.somebody[0]!
  const locks = species ? [] : hair(role, isLong)
  if (locks.length === 0) return ''
  const body = reading.hair ? blend(reading.hair, palette.near, 0.3) : blend(palette.near, palette.far, 0.15)
  let strands = ''
  for (let i = 0; i < 9; i++) {
    const [y, drop] = [-132 + i * 11, dice.between(0.75, 1)]
    strands += isLong
      ? `M${n(48 - i * 8)} ${n(y)}C${n(-30 - i * 5)} ${n(y - 4)} ${n(-60 - i * 5)} ${n(-40 + i * 6)} ${n(-92 - i * 7)} ${n(80 * drop + i * 6)}S${n(-120 - i * 5)} 150 ${n(-132 - i * 4)} ${n(190 * drop)}`
      : `M${n(56 - i * 7)} ${n(y)}Q${n(-20 - i * 4)} ${n(y - 12)} ${n(-70 - i * 4)} ${n(y + 50 * drop)}`
  }
  const mass = locks.map((points) => shape(soft(points), css(body))).join('')
  return `<g opacity="${plate.isFlat ? 1 : 0.8}">${mass}${line(strands, css(blend(body, palette.light, 0.5)), 1.6, 'opacity=".5"')}</g>`
}

function eyeOf({ reading, palette, plate }: Scene): string {
  const { species, role } = reading.somebody[0]!
  const bright = css(lit(blend(palette.accent, palette.light, 0.45), 0.04))
  if (species === 'owl') return [-34, 34].map((x) => disc(x, -70, 30, css(palette.near), 'opacity=".6"') + disc(x, -70, 22, bright) + disc(x, -70, 12, css(palette.near))).join('') + `<path d="M-9-44h18L0-14z" fill="${bright}"/>` // prettier-ignore
  if (species)
    return plate.glow(36, -54, 30, palette.accent, 0.7) + `<path d="M22-56Q36-68 52-50Q36-46 22-56z" fill="${bright}"/>`
  if (role === 'knight' || role === 'robot')
    return line('M44-40L88-34', bright, 6) + plate.glow(66, -36, 60, palette.accent, 0.6)
  if (role === 'astronaut')
    return `<path d="M-10-90Q60-110 84-50Q96 10 60 50Q10 60-14 20z" fill="${bright}" opacity=".35"/>`
  return line('M34-48Q46-40 60-46', css(palette.near), 3.4) + line('M58-45l8 4M54-43l6 6', css(palette.near), 2)
}
