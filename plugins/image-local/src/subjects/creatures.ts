import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, shape, soft, straight, type Point } from '../craft/lines.ts'
import type { Species } from '../reading/vocabulary.ts'
import type { Scene } from '../scenery/scene.ts'

/** Those that fly, float or coil: around the origin, in about 300 by 200, facing right; null for all others. */
export function creature(scene: Scene, species: Species, ink: string): string | null {
  if (species === 'dragon') return dragon(scene, ink)
  if (species === 'jellyfish') return jellyfish(scene)
  if (species === 'butterfly') return butterfly(scene)
  if (species === 'snake') return snake(scene, ink)
  return null
}

function dragon({ palette, plate }: Scene, ink: string): string {
  const web = css(blend(palette.near, palette.far, 0.42))
  const neckAndTail = soft([
    [150, -66], [170, -60], [184, -50], [178, -44], [158, -44], [146, -40], [130, -24], [112, 6], [84, 30], [44, 38], [8, 34], [-24, 40], [-60, 58], [-96, 62], [-132, 46], [-152, 18], [-176, 8], [-150, -2], [-136, 14], [-116, 34], [-92, 38], [-64, 30], [-34, 8], [2, -6], [40, -8], [72, -14], [94, -36], [114, -60], [130, -72],
  ]) // prettier-ignore
  const near: Point[] = [[54, 2], [34, -60], [40, -112], [18, -178], [4, -150], [-36, -158], [-84, -190], [-72, -148], [-110, -128], [-160, -122], [-124, -92], [-140, -54], [-92, -62], [-70, -26], [-44, -44], [-4, 2]] // prettier-ignore
  const far: Point[] = [[70, -6], [84, -66], [112, -108], [112, -164], [136, -132], [170, -142], [206, -132], [180, -110], [186, -82], [156, -90], [140, -62], [120, -76], [92, -20]] // prettier-ignore
  const bones = 'M40-112L54 2M40-112L-84-190M40-112L-160-122M40-112L-140-54M40-112L-70-26'
  const spikes =
    'M128-72l-4-16-8 22zM108-54l-8-14-4 24zM88-30l-10-12 0 22zM-40 12l-12-12 0 20zM-70 34l-14-8 4 14zM-176 8l-22-14 10 20z'
  return (
    shape(straight(far), web) +
    shape(neckAndTail, ink) +
    shape(spikes, ink) +
    shape('M140-66L120-92L150-70zM150-66L138-98L160-66z', ink) +
    shape(
      soft([
        [62, 26],
        [58, 50],
        [70, 62],
        [60, 66],
        [46, 56],
        [40, 30],
      ]),
      ink
    ) +
    shape(
      soft([
        [10, 28],
        [0, 54],
        [12, 70],
        [-2, 72],
        [-18, 58],
        [-14, 30],
      ]),
      ink
    ) +
    shape(straight(near), ink) +
    line(bones, web, 3) +
    plate.glow(160, -58, 18, palette.accent, 0.9) +
    disc(160, -58, 2.6, css(lit(palette.accent, 0.1)))
  )
}

function jellyfish({ palette, dice, plate }: Scene): string {
  let arms = ''
  for (let arm = 0; arm < 13; arm++) {
    const x = -62 + arm * 10.4
    const points: Point[] = [[x, -20]]
    const sway = dice.between(-20, 20)
    for (let step = 1; step < 7; step++)
      points.push([
        x * (1 - step * 0.05) + Math.sin(step * 1.2 + arm) * 12 + (sway * step) / 5,
        -20 + step * dice.between(24, 36),
      ])
    arms += line(
      soft(points, false),
      css(blend(palette.accent, palette.light, (arm % 3) * 0.25)),
      1.6 + (arm % 4),
      'opacity=".6"'
    )
  }
  const bell = soft([[-78, -18], [-74, -64], [-40, -112], [0, -124], [40, -112], [74, -64], [78, -18], [52, -8], [26, -18], [0, -8], [-26, -18], [-52, -8]]) // prettier-ignore
  const paint = plate.radial([[0, palette.light, 0.95], [0.5, blend(palette.accent, palette.light, 0.4), 0.8], [1, palette.accent, 0.5]], 10, -80, 110) // prettier-ignore
  return (
    plate.glow(0, -40, 260, palette.accent, 0.5) +
    arms +
    shape(bell, paint) +
    line('M-40-26Q-34-76-8-108M40-26Q34-76 8-108M0-22V-110', css(palette.light), 1.4, 'opacity=".5"')
  )
}

function butterfly({ palette, plate }: Scene): string {
  const [one, two] = [css(palette.accent), css(blend(palette.accent, palette.near, 0.5))]
  const upper = soft([[0, -20], [20, -70], [64, -116], [116, -124], [130, -84], [104, -36], [50, -8]]) // prettier-ignore
  const lower = soft([[4, -4], [54, 0], [92, 24], [94, 66], [64, 92], [34, 70], [12, 30]]) // prettier-ignore
  const veins = line('M4-18L112-112M6-14L118-70M8-8L88-28M8 4L82 44M8 10L58 78', css(palette.near), 2, 'opacity=".75"')
  const dots =
    disc(104, -98, 8, css(palette.light)) + disc(104, -70, 5, css(palette.light)) + disc(70, 60, 6, css(palette.light))
  const half = shape(lower, two) + shape(upper, one, `stroke="${css(palette.near)}" stroke-width="6"`) + veins + dots
  return (
    plate.glow(0, -20, 240, palette.accent, 0.45) + half + `<g transform="scale(-1 1)">${half}</g>` +
    shape(soft([[0, -44], [7, -20], [5, 40], [0, 64], [-5, 40], [-7, -20]]), css(palette.near)) + line('M0-42Q12-80 34-92M0-42Q-12-80-34-92', css(palette.near), 2.4)
  ) // prettier-ignore
}

function snake({ palette }: Scene, ink: string): string {
  const points: Point[] = [
    [-120, 0],
    [-60, -26],
    [20, -6],
    [90, -28],
    [104, -56],
    [60, -70],
    [-10, -56],
    [-58, -76],
    [-50, -108],
    [0, -116],
    [40, -130],
    [44, -160],
  ]
  const body = soft(points, false)
  return (
    line(body, ink, 26) + line(body, css(blend(palette.near, palette.far, 0.5)), 3, 'stroke-dasharray="2 13" opacity=".8"') +
    shape(soft([[30, -160], [30, -182], [48, -196], [74, -190], [88, -178], [72, -168], [56, -156], [44, -150]]), ink) +
    disc(62, -182, 3, css(palette.accent)) + line('M86-178l18-2l8-6m-8 6l8 5', css(palette.accent), 2)
  ) // prettier-ignore
}
