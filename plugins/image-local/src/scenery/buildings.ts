import { blend, css } from '../craft/colour.ts'
import { disc, line, n, shape, soft, straight, type Point } from '../craft/lines.ts'
import { panes, type Builders } from './builder.ts'

const keep = (x: number, w: number, tall: number, ink: string, roof: boolean) => {
  const teeth = Math.max(3, Math.round(w / 7))
  let crown = ''
  for (let i = 0; i < teeth; i++)
    crown += `M${n(x - w / 2 - 3 + (i * (w + 6)) / teeth)} ${n(-tall)}v-7h${n((w + 6) / teeth / 1.7)}v7z`
  const cone = roof
    ? shape(
        `M${n(x - w / 2 - 5)} ${n(-tall - 4)}L${n(x)} ${n(-tall - w * 1.9 - 6)}L${n(x + w / 2 + 5)} ${n(-tall - 4)}z`,
        ink
      ) + line(`M${n(x)} ${n(-tall - w * 1.9)}v-16`, ink, 1.6)
    : ''
  return (
    shape(
      `M${n(x - w / 2)} 20V${n(-tall + 8)}L${n(x - w / 2 - 3)} ${n(-tall)}H${n(x + w / 2 + 3)}L${n(x + w / 2)} ${n(-tall + 8)}V20z${crown}`,
      ink
    ) + cone
  )
}

export const buildings: Builders = {
  castle: (ink, lights, { dice }) => {
    let towers = ''
    const spots: Point[] = []
    for (const [x, w, tall] of [
      [-92, 22, 74],
      [-60, 18, 112],
      [-34, 26, 92],
      [0, 34, 150],
      [30, 18, 188],
      [56, 26, 104],
      [88, 20, 84],
      [112, 16, 58],
    ] as const) {
      const top = tall * dice.between(0.88, 1.12)
      towers += keep(x, w, top, ink, dice.chance(0.75))
      for (let y = -top + 16; y < -20; y += 22) if (dice.chance(0.5)) spots.push([x + dice.between(-4, 4), y])
    }
    return shape('M-118 20V-34H122V20z', ink) + shape(straight([[-170, 60], [-128, 6], [-108, 2], [118, 2], [136, 14], [176, 60]]), ink) + towers + panes(spots, lights) // prettier-ignore
  },
  tower: (ink, lights) =>
    keep(0, 36, 190, ink, true) +
    shape('M-40 20L-24-60h48L40 20z', ink) +
    panes(
      [
        [0, -160],
        [-6, -120],
        [6, -84],
      ],
      lights
    ),
  lighthouse: (ink, lights, { plate, palette, side }) =>
    shape('M-90 30Q-60-8-24-6H26Q70 0 100 30z', ink) + shape('M-19 0L-11-128H11L19 0z', ink) + shape('M-17-128h34v5h-34zM-10-158h20v30h-20zM-14-158L0-176L14-158z', ink) +
    plate.glow(0, -143, 130, palette.accent, 0.9) + disc(0, -143, 7, lights) +
    shape(straight([[0, -145], [side * -330, -190], [side * -330, -110]]), plate.linear([[0, palette.light, 0.55], [1, palette.light, 0]], 0, 0, side * -320, 0)), // prettier-ignore
  pagoda: (ink, lights) => {
    let floors = ''
    const spots: Point[] = []
    for (let floor = 0; floor < 5; floor++) {
      const [w, y] = [74 - floor * 11, -floor * 38]
      floors += shape(`M${n(-w * 0.6)} ${y}v-26h${n(w * 1.2)}v26z`, ink)
      floors += shape(
        `M${n(-w - 14)} ${y - 20}Q${n(-w * 0.6)} ${y - 28} ${n(-w * 0.42)} ${y - 42}H${n(w * 0.42)}Q${n(w * 0.6)} ${y - 28} ${n(w + 14)} ${y - 20}Q0 ${y - 29} ${n(-w - 14)} ${y - 20}z`,
        ink
      )
      for (const at of [-0.35, 0, 0.35]) spots.push([w * at, y - 4])
    }
    return floors + line('M0-190v-44', ink, 3) + shape('M-100 20L-84 0H84L100 20z', ink) + panes(spots, lights)
  },
  torii: (_ink, _lights, { palette }) => {
    const red = css(blend(blend(palette.accent, [0.55, 0.2, 0.1], 0.5), palette.near, 0.2))
    return (
      shape('M-66 20L-58-128h15L-50 20zM66 20L58-128H43L50 20zM-74-98H74v12H-74zM-8-128h16v32H-8z', red) +
      shape('M-112-152Q0-134 112-152L104-126Q0-116-104-126z', red)
    )
  },
  bridge: (ink) => {
    let arches = ''
    for (let x = -280; x < 280; x += 70) arches += `M${x + 8} 40V-24A27 27 0 0 1 ${x + 62} -24V40z`
    return `<path fill-rule="evenodd" fill="${ink}" d="M-290-66H290V44H-290z${arches}"/>`
  },
  windmill: (ink, lights) => {
    let sails = ''
    for (let i = 0; i < 4; i++)
      sails += `<g transform="translate(0 -118) rotate(${24 + i * 90})"><path d="M-2 0v-92h22v70h-20V0z" fill="${ink}"/></g>`
    return (
      shape('M-34 16L-20-112Q0-140 20-112L34 16z', ink) +
      sails +
      panes(
        [
          [0, -60],
          [0, -24],
        ],
        lights
      )
    )
  },
  house: (ink, lights) =>
    shape('M-70 10V-50H56V10zM-90-46L-56-98H40L76-46zM34-90V-122H52V-78zM56 10V-34H112V10zM50-32L66-62H106L124-32z', ink) +
    shape('M-48-34h18v18h-18zM-14-34h18v18h-18zM26-30h14v40H26zM76-22h16v14H76z', lights) + shape(soft([[-130, 24], [-60, 6], [60, 6], [150, 24]]), ink), // prettier-ignore
}
