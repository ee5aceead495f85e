import { Canvas, circle, group, path, rect } from '../flat/canvas.ts'
import type { Picture } from '../picture.ts'
import { band, bust, moved } from '../solid/cloth.ts'
import { cap, hairline, ringlet, rootAt } from '../solid/hair.ts'
import { head } from '../solid/head.ts'
import { ball, box, place, sheet, slab, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { add, along, chance, light, mix, smooth, times, unit, type Vec } from '../solid/vector.ts'

const half = [
  [0, 18],
  [4, 17.4],
  [7.4, 15.2],
  [8.3, 12],
  [7.3, 8.6],
  [5.9, 5],
  [5.6, 1.5],
  [6.4, -1.6],
  [8.4, -3.4],
  [9.6, -7],
  [10.3, -11],
  [9.4, -15],
  [6, -17.8],
  [0, -18.6],
] as const

/** A violin standing on its end, its back to us turned away; the middle of its body is the origin. */
export const violin = (wood = '#a4501c', middle = '#b06a2c'): Mesh[] => {
  const edge = half.map(([x, y]): Vec => [x, y, 0])
  const right = Array.from({ length: 57 }, (_, n) => along(edge, n / 56))
  const outline = [
    ...right,
    ...right
      .slice(1, -1)
      .reverse()
      .map(([x, y, z]): Vec => [-x, y, z]),
  ].reverse()
  const shine: Material = { colour: wood, facet: 0.1, gloss: 0.5, sharp: 30 }
  const dark: Material = { colour: '#17100e', facet: 0.4, gloss: 0.7, sharp: 30 }
  // the belly is arched, and its varnish darker towards the rim
  const [honey, rim] = [light(middle), light(wood)]
  const colours: Vec[] = []
  const belly = sheet(
    (u, v) => {
      const [x, y] = outline[Math.round(u * outline.length) % outline.length]!
      const grain = 1 + 0.07 * Math.sin(x * (1 - v) * 7)
      colours.push(times(mix(times(rim, v < 0.04 ? 0.4 : 0.9), honey, smooth(0.04, 0.6, v)), grain))
      return [x * (1 - v) * 0.96, y * (1 - v) * 0.97, 1.32 + 0.75 * smooth(-0.25, 0.75, v)]
    },
    [outline.length, 24],
    { ...shine, gloss: 0.06 },
    true
  )
  return [
    slab(
      outline.map(([x, y]) => [x, y] as const),
      2.6,
      { ...shine, colour: '#5d2711' }
    ),
    { ...belly, colours },
    place(box([2.4, 26, 0.9], dark), [0, 17, 2.2], [-3, 0, 0]),
    place(box([2.2, 9, 1.6], shine), [0, 32, 1], [6, 0, 0]),
    tube(
      [
        [0, 36, 0.6],
        [0, 38.4, 0.2],
        [0, 39, -1.6],
        [0, 37.4, -2],
        [0, 37.2, -0.8],
      ],
      [1.1, 1.2, 1.1, 0.9, 0.5],
      shine,
      { sides: 8, up: [1, 0, 0] }
    ),
    ...[-1, 1].flatMap((s) => [
      tube(
        [
          [s * 3.2, 5, 2],
          [s * 3.8, 3.4, 2],
          [s * 3.4, 0, 2.02],
          [s * 4.3, -3.4, 1.92],
          [s * 4.8, -2.2, 1.85],
        ],
        [0.42, 0.22, 0.3, 0.24, 0.45],
        dark,
        { sides: 6, up: [0, 0, 1] }
      ),
      ...[0, 1].map((n) => place(box([3.4, 0.8, 0.7], dark), [s * 2, 31 + n * 2.6 + s * 0.6, 0.6])),
    ]),
    place(box([4.4, 1.9, 0.5], { colour: '#d9a25a', facet: 1 }), [0, -1.4, 2.8]),
    place(
      slab(
        [
          [-1.1, 5],
          [-2, -5],
          [2, -5],
          [1.1, 5],
        ],
        0.7,
        dark
      ),
      [0, -11, 2.6]
    ),
    ...[-0.9, -0.3, 0.3, 0.9].map((x) =>
      tube(
        [
          [x * 0.7, 29, 2.5],
          [x * 1.3, -1.4, 4],
          [x, -7, 3],
        ],
        [0.07, 0.07],
        { colour: '#f2e6cf', gloss: 1 },
        { sides: 4, steps: 8 }
      )
    ),
  ]
}

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #9fb4bd', '.45 #7d7f86', '1 #3d2a22'], [0, 0, 1, 0.9]))
  for (let y = 0; y < 7; y++)
    for (let x = 0; x < 7; x++)
      b.add(
        group(
          `transform="translate(${x * 78 - 8} ${y * 78 - 10})" opacity="${(0.62 - x * 0.06).toFixed(2)}"`,
          rect(1, 1, 76, 76, '#dfe4e2'),
          path('M39 4C52 26 52 26 74 39C52 52 52 52 39 74C26 52 26 52 4 39C26 26 26 26 39 4Z', '#2f5b94'),
          path('M39 20C44 34 44 34 58 39C44 44 44 44 39 58C34 44 34 44 20 39C34 34 34 34 39 20Z', '#dfe4e2'),
          circle(39, 39, 6, '#c99b3f'),
          ...[
            [1, 1],
            [77, 1],
            [1, 77],
            [77, 77],
          ].map(([cx, cy]) => circle(cx!, cy!, 16, '#4d7fb5'))
        )
      )
  b.fill(b.linear(['0 #e9f1f2 .75', '.4 #8e8d90 .1', '1 #1c0e0a .92'], [0, 0.1, 1, 0.7]))
  b.facets(9, [30, 60], '#ffffff', '#1a0a06', 0.17, 96)

  const skin = { skin: '#a4683f', blood: '#a33c22', lips: '#97433a' }
  const h = head({
    ...skin,
    brows: '#1d100c',
    iris: '#6a3d1c',
    jaw: 0.84,
    chin: -0.7,
    eyes: 1.5,
    open: 0.98,
    irisSize: 0.66,
    facet: 0.14,
    fullness: 1.3,
    smile: 0.9,
    noseWidth: 0.86,
    noseLength: -0.7,
    cheek: 0.2,
    browIn: 0.1,
    browOut: 0.3,
    gaze: [-0.3, -0.02, 1],
    turn: [3, 22, 7],
    neck: 0.76,
    wing: true,
  })
  const dark: Material = { colour: '#1a0d0a', gloss: 0.2 }
  const random = chance(31)
  const curls: Mesh[] = []
  // from the crown downwards, row by row; those in front fall to the sides of a parting
  const rows = [
    [6, 5],
    [18, 11],
    [32, 17],
    [46, 22],
    [60, 25],
    [74, 27],
    [88, 26],
  ] as const
  for (const [row, [down, count]] of rows.entries())
    for (let n = 0; n < count; n++) {
      const round = ((n + (row % 2) * 0.5 + (random() - 0.5) * 0.5) / count) * 360 - 180
      const a = Math.abs(round - 8)
      if (a < 62 && down > 44 + a * 0.12) continue
      if (a < 78 && down > 62) continue
      const side = round > 8 ? 1 : -1
      const front = smooth(85, 25, a)
      const swept = round + side * front * (34 + random() * 14)
      const full = 2.9 + random() * 1
      const lower = down + 30 + random() * 8
      const hang = (lower > 70 ? 1 : 0.45) * (5 + random() * 3.5) * (1 - front * 0.4)
      const bend = rootAt(swept, Math.min(lower, 96), full + 0.9)
      const away = unit([bend[0], 0, bend[2] + 3])
      curls.push(
        ringlet(
          [
            rootAt(round, down, 0.5),
            rootAt((round + swept) / 2, down + 13, full),
            bend,
            add(bend, [away[0] * 0.9, -hang * 0.55, away[2] * 0.9]),
            add(bend, [away[0] * 0.4, -hang, away[2] * 0.4]),
          ],
          {
            turns: 4 + random() * 1.6,
            wide: 1 + random() * 0.25,
            thick: 0.72 + random() * 0.16,
            phase: random() * 6,
            airy: a < 125,
          },
          n % 3
            ? { deep: '#24110b', ridge: '#5a2c18', sheen: '#9a5426' }
            : { deep: '#1c0d09', ridge: '#43200f', sheen: '#7c401c' }
        )
      )
    }
  // a few short ones on the forehead
  for (let n = 0; n < 11; n++) {
    const x = -5.6 + n * 1.2
    const out = 7.2 - x * x * 0.075
    const tall = 1.6 + random() * 1.3 + Math.abs(x - 1) * 0.35
    curls.push(
      ringlet(
        [
          rootAt(x * 6, 26, 1.2),
          rootAt(x * 7, 40, 1.9),
          [x * 1.1, 9.4, out - 1],
          [x * 1.15 + (x > 1 ? 0.7 : -0.7), 9 - tall, out],
        ],
        { turns: 3.2, wide: 0.75, thick: 0.56, phase: random() * 6, airy: true },
        n % 2
          ? { deep: '#24110b', ridge: '#5a2c18', sheen: '#9a5426' }
          : { deep: '#1c0d09', ridge: '#43200f', sheen: '#7c401c' }
      )
    )
  }
  const meshes = [
    ...h.meshes,
    ...h.wear(cap(dark, hairline(40, 74, 130, 1.2)), ...curls),
    ...h.wear(
      place(ball(0.55, { colour: '#d8a13a', gloss: 1.6 }, [8, 6]), [8.7, -2, -2]),
      place(ball(0.55, { colour: '#d8a13a', gloss: 1.6 }, [8, 6]), [-8.7, -2, -2])
    ),
    band(
      [
        [-9.4, -25, 10.6],
        [-3, -24.4, 11.6],
        [4, -24.4, 11.6],
        [9.4, -25, 10.6],
      ],
      [
        [-12, -46, 11],
        [-4, -46, 12.4],
        [4, -46, 12.4],
        [12, -46, 11],
      ],
      { colour: '#2f4a6b' }
    ),
    // the folded collar, a pencil stuck in the hair
    ...[-1, 1]
      .map((s) =>
        slab(
          s > 0
            ? ([
                [0.2, -0.6],
                [5.6, 1.4],
                [6.6, -2.2],
                [2.2, -4.8],
              ].reverse() as [number, number][])
            : ([
                [-0.2, -0.6],
                [-5.6, 1.4],
                [-6.6, -2.2],
                [-2.2, -4.8],
              ] as [number, number][]),
          0.7,
          { colour: '#a39780', facet: 0.4 }
        )
      )
      .map((mesh, n) => place(mesh, [0.6, -11, 4.6], [-34, n ? 16 : -16, 0])),
    ...h.wear(
      tube(
        [
          [-9.6, 8.6, 5.4],
          [-4.2, 11.2, 8.6],
        ],
        [0.34, 0.34],
        { colour: '#e0a83a', facet: 0.9 },
        { sides: 6, steps: 3 }
      ),
      tube(
        [
          [-4.2, 11.2, 8.6],
          [-3.4, 11.6, 9.1],
        ],
        [0.34, 0.04],
        { colour: '#e8d0a8', facet: 0.9 },
        { sides: 6, steps: 2 }
      )
    ),
    bust({ colour: '#a89b84', facet: 0.4 }, { shoulders: 17, collar: 7, folds: 0.8, seed: 12 }),
    ...[-1, 1].map((s) =>
      band(
        [
          [s * 8.2, -12.4, -2],
          [s * 8.4, -14, 4.4],
          [s * 7.8, -20, 8.2],
          [s * 7, -44, 11],
        ],
        [
          [s * 10.8, -13, -2],
          [s * 11, -14.8, 4.4],
          [s * 10.4, -20.4, 8],
          [s * 10.6, -44, 10.6],
        ],
        { colour: '#2f4a6b' }
      )
    ),
    ...moved(violin('#7a2e0c', '#b0601c'), [6.6, -20.5, 11], [-8, -16, -38], 0.66),
  ]
  const v = new Canvas(512, 512)
  v.glow(60, 60, 330, '#f4fbff', 0.22)
  v.vignette('#120604', 0.55)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 2.4,
    veil: v,
    bloom: 0.45,
    scene: {
      camera: { eye: [0, -2, 96], target: [1.2, -5.2, 0], view: 40 },
      meshes,
      lights: [
        { at: [-24, 16, 40], colour: '#dfeeff', strength: 1.9, soft: 0.2 },
        { at: [34, 12, -22], colour: '#ff9b4a', strength: 2.6, soft: 0.1 },
        { at: [16, -26, 30], colour: '#ff9a58', strength: 0.55, soft: 0.5, shadow: false },
      ],
      sky: '#9fb3c8',
      ground: '#8a4a26',
      ambient: 0.32,
      crease: 2.4,
    },
  }
}
