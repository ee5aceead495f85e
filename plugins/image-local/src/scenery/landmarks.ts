import { blend, css, lit } from '../craft/colour.ts'
import { disc, line, n, placed, shape, soft, straight, type Point } from '../craft/lines.ts'
import type { Landmark } from '../reading/vocabulary.ts'
import { facets } from './mountains.ts'
import { mist, tone, type Scene } from './scene.ts'

/** Sets something built in the middle distance, in the light of its place. */
export function paintLandmark(scene: Scene, landmark: Landmark, x: number, y: number, size: number): void {
  const { plate, palette, side, dice } = scene
  const body = tone(scene, 0.6)
  const ink = plate.isFlat ? css(body) : plate.linear([[0, tone(scene, 0.72)], [1, blend(body, palette.horizon, 0.3)]], 0, -200, 0, 20) // prettier-ignore
  const lights = css(palette.isNight ? palette.accent : blend(palette.accent, palette.light, 0.4))
  const built = builders[landmark]
  if (!built) return
  plate.add(
    plate.glow(x, y - size * 0.4, size * 1.3, blend(palette.light, palette.horizon, 0.4), palette.isNight ? 0.3 : 0.35)
  )
  const flip = (landmark === 'ship' || landmark === 'train' || landmark === 'airship') && dice.chance(0.5)
  const markup = plate.rimmed(
    built(ink, lights, scene),
    side * (flip ? -2.2 : 2.2),
    -0.8,
    blend(palette.light, palette.horizon, 0.25),
    0.75
  )
  plate.add(placed(markup, x, y, size / 200, flip))
  if (!airborne.has(landmark)) mist(scene, y + size * 0.02, size * 0.16, 0.35)
}

export const airborne = new Set<Landmark>(['isle', 'balloon', 'airship', 'rocket'])

type Builder = (ink: string, lights: string, scene: Scene) => string

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

const panes = (spots: readonly Point[], lights: string) =>
  shape(spots.map(([x, y]) => `M${n(x - 2)} ${n(y)}v-5a2 2 0 0 1 4 0v5z`).join(''), lights)

const builders: Partial<Record<Landmark, Builder>> = {
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
  pyramid: (ink, _, { palette, plate, side }) => {
    const bright = css(blend(blend(palette.far, palette.horizon, 0.4), palette.light, 0.4))
    const one = (x: number, s: number) =>
      shape(
        straight([
          [x - s, 20],
          [x, 20 - s * 1.15],
          [x + s, 20],
        ]),
        ink
      ) +
      shape(
        straight([
          [x + side * s, 20],
          [x, 20 - s * 1.15],
          [x - side * s * 0.25, 20],
        ]),
        plate.isFlat ? bright : bright,
        'opacity=".8"'
      )
    return one(-130, 84) + one(30, 160) + one(190, 60)
  },
  tree: (_ink, _lights, { dice, palette, plate, side, reading }) => {
    const isBright = reading.weather.has('leaves') || reading.weather.has('petals')
    let leaves = ''
    for (let i = 0; i < 170; i++) {
      const [turn, far] = [dice.between(0, 6.28), Math.sqrt(dice.next())]
      const [x, y] = [Math.cos(turn) * far * 112, -148 + Math.sin(turn) * far * 66]
      const near = Math.max(0, 1 - Math.hypot(x - side * 90, y + 190) / 190)
      const leaf = isBright ? palette.accent : blend(palette.far, palette.near, 0.35)
      const hue = blend(blend(leaf, palette.near, 0.72 - near * 0.5 + dice.about(0, 0.1)), palette.light, near * 0.22)
      leaves += disc(x, y, dice.between(8, 19), css(hue), 'opacity=".9"')
    }
    const bough = (d: string, w: number) => line(d, css(palette.near), w)
    return (
      shape('M-44 24Q-16 4-13-60L-8-110H8L13-60Q16 4 48 24z', css(palette.near)) +
      bough('M0-90Q-30-130-72-146M2-96Q30-136 70-150M0-100V-176', 9) +
      plate.blurred(leaves, 0.6)
    )
  },
  waterfall: (ink, _, { palette, plate, dice }) => {
    const wall = (s: 1 | -1) => {
      const points: Point[] = [[s * 30, -170]]
      for (let step = 1; step < 9; step++)
        points.push([s * (30 + step * 46), -170 - Math.sin(step * 0.7) * 34 + dice.about(0, 18) + step * step * 1.6])
      return straight([
        ...points,
        [s * 470, 430],
        [s * 190, 430],
        [s * 54, 118],
        [s * 44, 20],
        [s * 52, -40],
        [s * 36, -90],
      ])
    }
    const water = plate.linear([[0, palette.light, 0.95], [0.7, blend(palette.light, palette.horizon, 0.5), 0.85], [1, palette.horizon, 0.2]], 0, -170, 0, 110) // prettier-ignore
    let [threads, spray] = ['', '']
    for (let i = 0; i < 12; i++)
      threads += `M${n(-30 + i * 5.4)} ${n(dice.between(-166, -90))}q${n(dice.about(0, 5))} 60 ${n(dice.about(0, 7))} ${n(dice.between(90, 180))}`
    for (let i = 0; i < 16; i++)
      spray += disc(
        dice.about(0, 84),
        96 + dice.about(0, 22),
        dice.between(12, 32),
        css(palette.light),
        'opacity=".22"'
      )
    return shape('M-40-160H40L56 112L220 440H-220L-56 112z', css(blend(palette.far, palette.sky, 0.5))) +
      plate.glow(0, 130, 190, palette.horizon, 0.6, 0.5) + shape('M-32-168Q0-162 32-168Q38-60 50 112H-50Q-38-60-32-168z', water) + line(threads, css(palette.far), 1.8, 'opacity=".45"') + shape(wall(1), ink) + shape(wall(-1), ink) + plate.blurred(spray, 6) // prettier-ignore
  },
  columns: (ink, _, { dice }) => {
    let pillars = ''
    for (let i = 0; i < 6; i++) {
      const [x, tall] = [-125 + i * 50, i === 1 || i === 4 ? dice.between(50, 90) : 120]
      pillars += shape(
        `M${x - 11} 0L${x - 9} ${-tall}h18L${x + 11} 0zM${x - 15} ${-tall}h30v-9h-30zM${x - 15} 0h30v8h-30z`,
        ink
      )
    }
    return (
      pillars +
      shape('M-34-129H94V-146H-34zM-30-146L34-176L88-146z', ink) +
      shape('M-160 8H160V18H-160zM-176 18H176V40H-176z', ink)
    )
  },
  isle: (ink, lights, scene) => {
    const rock: Point[] = [[-130, -30], [-60, -40], [20, -36], [130, -30], [104, 6], [70, 20], [52, 62], [26, 74], [6, 128], [-14, 84], [-44, 66], [-66, 24], [-108, 8]] // prettier-ignore
    return (
      shape(straight(rock), ink) +
      `<g transform="translate(0 -30) scale(.62)">${builders.castle!(ink, lights, scene)}</g>`
    )
  },
  ship: (ink, lights, { palette, plate }) => {
    const sail = css(blend(palette.light, palette.far, 0.3))
    const dark = css(blend(palette.light, palette.far, 0.55))
    return (
      shape('M-128-34Q-110-30-96-26H92L120-44L136-42Q120 6 84 14H-84Q-118 4-128-34z', ink) + line('M-56-26V-168M8-26V-196M66-26V-150M120-44L168-74', ink, 4) +
      shape('M-86-96Q-60-78-30-96L-24-44Q-58-30-92-44zM-80-154Q-58-142-36-154L-32-104Q-58-92-84-104z', dark) + shape('M-28-118Q8-96 44-118L52-46Q8-28-36-46zM-22-184Q8-168 38-184L42-126Q8-108-26-126z', sail) + shape('M42-98Q66-84 90-98L94-50Q66-38 38-50zM46-142Q66-132 86-142L88-106Q66-96 44-106zM96-56L160-72L100-112z', dark) +
      shape('M8-196l34 8-34 8z', css(palette.accent)) + panes([[-100, -8], [-80, -6], [-60, -5]], lights) + plate.blurred(shape('M-110 14H100L60 26H-70z', ink, 'opacity=".5"'), 3)
    ) // prettier-ignore
  },
  balloon: (ink, _, scene) => [[0, 0, 1], [-170, -60, 0.5], [150, 50, 0.42], [90, -120, 0.26]].map(([x, y, s], i) => placed(oneBalloon(scene, ink, i), x!, y!, s!)).join(''), // prettier-ignore
  airship: (ink, lights, { palette }) =>
    shape(
      soft([
        [-150, -70],
        [-110, -104],
        [-20, -118],
        [70, -108],
        [130, -72],
        [70, -38],
        [-20, -28],
        [-110, -38],
      ]),
      ink
    ) +
    shape('M-150-70L-184-104H-140zM-150-70L-184-36H-140z', ink) +
    line(
      'M-144-70H128M-120-98Q-20-112 90-98M-120-44Q-20-30 90-42',
      css(blend(palette.far, palette.light, 0.4)),
      1.6,
      'opacity=".7"'
    ) +
    shape('M-56-22H36L24 0H-44z', ink) +
    line('M-46-34V-20M26-34V-20', ink, 3) +
    panes(
      [
        [-34, -6],
        [-20, -6],
        [-6, -6],
        [8, -6],
      ],
      lights
    ),
  rocket: (ink, _, { palette, plate }) =>
    plate.glow(0, 20, 150, palette.accent, 0.8) + shape(soft([[-16, -10], [0, 120], [16, -10]]), plate.linear([[0, palette.light], [1, palette.accent, 0]], 0, -10, 0, 120)) +
    shape('M0-190Q34-140 28-60L24-6H-24L-28-60Q-34-140 0-190zM-26-56L-54-4L-24-16zM26-56L54-4L24-16z', ink) + disc(0, -116, 11, css(blend(palette.accent, palette.light, 0.3))), // prettier-ignore
  train: (ink, lights, { plate, palette }) => {
    let cars = ''
    for (let i = 0; i < 3; i++)
      cars +=
        shape(`M${-60 - i * 106} 0v-46h96v46zM${-64 - i * 106} -46q52-12 104 0z`, ink) +
        shape([0, 1, 2, 3].map((w) => `M${-52 - i * 106 + w * 22} -34h13v14h-13z`).join(''), lights)
    let smoke = ''
    for (let i = 0; i < 9; i++)
      smoke += disc(
        104 - i * 34,
        -96 - i * 9,
        13 + i * 4.5,
        css(blend(palette.light, palette.far, 0.3)),
        `opacity="${(0.6 - i * 0.055).toFixed(2)}"`
      )
    return plate.blurred(smoke, 3) + shape('M44 0v-58h32v20h52q14 4 16 20l10 18zM98-38v-34h-5l-3-9h24l-3 9h-5v34z', ink) + cars + disc(64, 2, 10, ink) + disc(92, 2, 10, ink) + disc(120, 2, 10, ink) + plate.glow(150, -24, 70, palette.accent, 0.8) // prettier-ignore
  },
}

function oneBalloon({ palette }: Scene, ink: string, i: number): string {
  const [one, two] =
    i % 2 ? [palette.horizon, palette.accent] : [palette.accent, blend(palette.accent, palette.light, 0.6)]
  const d = soft([
    [0, -190],
    [48, -176],
    [72, -132],
    [62, -88],
    [26, -46],
    [-26, -46],
    [-62, -88],
    [-72, -132],
    [-48, -176],
  ])
  return shape(d, css(lit(one, -0.04))) + shape(soft([[0, -190], [24, -134], [10, -46], [-10, -46], [-24, -134]]), css(two)) + line('M-22-44L-10-18M22-44L10-18', ink, 1.6) + shape('M-12-18h24l-3 18h-18z', ink) // prettier-ignore
}

/** A rise in the foreground for somebody to stand on. Gives its top. */
export function paintRise(scene: Scene, x: number, isStone: boolean): Point {
  const { width, height, dice, plate } = scene
  const top = height * 0.86
  const points: Point[] = []
  for (let step = 0; step <= 22; step++) {
    const px = -30 + ((width + 60) * step) / 22
    const near = Math.max(0, 1 - Math.abs(px - x) / (width * 0.34))
    const flat = Math.abs(px - x) < width * 0.06 ? 0 : dice.about(0, isStone ? height * 0.012 : height * 0.003)
    points.push([px, height * 1.0 - (height * 1.0 - top) * Math.min(1, near * 1.28) ** 0.85 + flat])
  }
  const d = isStone ? straight(points, false) : soft(points, false)
  const body = tone(scene, 0.97)
  plate.add(shape(`${d}V${n(height + 20)}H-30z`, css(body)))
  if (isStone) facets(scene, points, 0.82, height * 0.05, false)
  plate.add(line(d, css(blend(body, scene.palette.light, 0.4)), 1.6, 'opacity=".55"'))
  return [x, top + 3]
}
