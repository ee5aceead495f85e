import { Canvas, circle, group, path, rect } from '../flat/canvas.ts'
import { hills, stars, wisp } from '../flat/nature.ts'
import { paperLantern } from '../people/akari.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground } from '../solid/room.ts'
import { chance, type Vec } from '../solid/vector.ts'

const red: Material = { colour: '#b0222a', facet: 0.85, gloss: 0.25 }
const wood: Material = { colour: '#5a2c22', facet: 0.9, gloss: 0.15 }

const torii = (): Mesh[] => [
  ...[-1, 1].map((s) =>
    tube(
      [
        [s * 3.2, 0, 0],
        [s * 2.9, 7, 0],
      ],
      [0.42, 0.36],
      red,
      { sides: 12, steps: 4 }
    )
  ),
  ...[-1, 1].map((s) =>
    place(
      lathe(
        [
          [0.6, 0],
          [0.6, 0.7],
          [0.46, 0.8],
        ],
        { colour: '#15101c' },
        12
      ),
      [s * 3.2, 0, 0]
    )
  ),
  block([0, 5.3, 0], [7.4, 0.5, 0.4], red),
  block([0, 6.1, 0], [0.6, 1.2, 0.3], red),
  block([0, 6.1, 0.2], [0.9, 1, 0.1], { colour: '#e2b45a', gloss: 0.8 }),
  sheet(
    (u, v) => {
      const x = (u - 0.5) * 10
      const a = v * Math.PI * 2
      return [x, 7.1 + x * x * 0.028 + Math.sin(a) * 0.34, Math.cos(a) * 0.4]
    },
    [16, 6],
    red
  ),
  sheet(
    (u, v) => {
      const x = (u - 0.5) * 10.8
      const a = v * Math.PI * 2
      return [x, 7.6 + x * x * 0.03 + Math.sin(a) * 0.24, Math.cos(a) * 0.62]
    },
    [16, 6],
    { colour: '#1d1220', facet: 0.8 }
  ),
  tube(
    [
      [-2.9, 4.7, 0.3],
      [-1.5, 4.1, 0.4],
      [0, 3.95, 0.45],
      [1.5, 4.1, 0.4],
      [2.9, 4.7, 0.3],
    ],
    [0.1, 0.19, 0.22, 0.19, 0.1],
    { colour: '#d8bf8a', facet: 0.9 },
    { sides: 6, steps: 24, twist: 30 }
  ),
  ...[-1.4, -0.4, 0.7, 1.7].map((x) =>
    sheet((u, v) => [x + u * 0.34 + Math.floor(v * 3.9) * 0.1, 3.95 - v * 1.1, 0.5 + Math.sin(v * 9) * 0.06], [1, 6], {
      colour: '#f1ece2',
      facet: 1,
    })
  ),
]

const cart = (): Mesh[] => [
  block([0, 1.35, 0], [3.6, 1.1, 1.7], { ...red, colour: '#a01e26' }),
  block([0, 1.98, 0.1], [4, 0.14, 2.1], { colour: '#8a4a28', facet: 1, gloss: 0.5 }),
  ...[-1, 1].flatMap((s) => [
    beam([s * 1.7, 2, -0.7], [s * 1.7, 4.1, -0.7], 0.13, wood),
    beam([s * 1.7, 2, 0.7], [s * 1.7, 4.1, 0.7], 0.13, wood),
  ]),
  ...[-1, 1].map((s) =>
    place(block([0, 0, 0], [4.6, 0.12, 1.5], { colour: '#3a1420', facet: 1 }), [0, 4.4, s * 0.62], [s * 24, 0, 0])
  ),
  ...[0, 1, 2, 3, 4].map((n) =>
    sheet(
      (u, v) => [-1.75 + n * 0.7 + u * 0.66, 4 - v * (0.8 + Math.sin(u * 3) * 0.05), 0.98 + Math.sin(v * 3 + n) * 0.07],
      [3, 3],
      { colour: n % 2 ? '#e9dcc8' : '#c8262c', facet: 0.9, through: '#ff8a5a' }
    )
  ),
  ...[-1, 1].map((s) =>
    place(
      lathe(
        [
          [0.7, -0.08],
          [0.8, -0.08],
          [0.8, 0.08],
          [0.7, 0.08],
          [0.7, -0.08],
        ],
        { colour: '#2a1418', facet: 0.6 },
        20
      ),
      [s * 1.1, 0.8, 1],
      [90, 0, 0]
    )
  ),
  ...[-1, 1].flatMap((s) =>
    [0, 1, 2, 3].map((n) =>
      place(block([0, 0, 0], [1.5, 0.08, 0.06], { colour: '#2a1418' }), [s * 1.1, 0.8, 1], [0, 0, n * 45])
    )
  ),
  place(
    lathe(
      [
        [0.55, 0],
        [0.62, 0.1],
        [0.6, 0.7],
        [0.66, 0.74],
      ],
      { colour: '#9aa0a8', gloss: 1.4, facet: 0.4 },
      18
    ),
    [-0.7, 2.05, 0]
  ),
  place(ball([0.56, 0.05, 0.56], { colour: '#ffcf86', glow: 0.7 }, [12, 6]), [-0.7, 2.7, 0]),
  ...[0.5, 1.1].map((x) =>
    place(
      lathe(
        [
          [0.16, 0],
          [0.36, 0.3],
          [0.34, 0.3],
        ],
        { colour: '#b81e28', gloss: 0.8 },
        12
      ),
      [x, 2.05, 0.5]
    )
  ),
  ...[-1.6, 1.6].flatMap((x) => moved(paperLantern(), [x, 4.1, 1.2], [0, 0, 0], 0.075)),
  ...[-1.3, -0.2, 0.9].flatMap((x) => [
    place(
      lathe(
        [
          [0.34, 0.86],
          [0.36, 0.98],
          [0, 1],
        ],
        wood,
        12
      ),
      [x, 0, 2]
    ),
    ...[0, 1, 2].map((n) =>
      beam(
        [x + Math.sin(n * 2.1) * 0.3, 0, 2 + Math.cos(n * 2.1) * 0.3],
        [x + Math.sin(n * 2.1) * 0.15, 0.9, 2 + Math.cos(n * 2.1) * 0.15],
        0.07,
        wood
      )
    ),
  ]),
]

/** The top of the shrine's steps past midnight: the red cart, its lanterns, the city far below. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  const random = chance(9)
  b.fill(b.linear(['0 #0a0628', '.36 #2c1258', '.56 #842c6a', '.64 #d0586a', '.66 #3a1644', '1 #12061e']))
  b.add(stars(280, 1600, 480, 41, '#ffeedd'))
  b.glow(420, 210, 420, '#ffc9d0', 0.5)
  b.add(circle(420, 210, 92, '#fff0d4'), circle(392, 184, 15, '#f3d8b4'), circle(452, 240, 22, '#f5dcba'))
  b.facets(81, [420, 210], '#ffd6ea', '#060118', 0.14, 150)
  b.add(path(hills(1600, 700, 520, 60, 3, 4), '#3a1650'), path(hills(1600, 700, 570, 40, 6, 6), '#250c3a'))
  for (let n = 0; n < 340; n++) {
    const y = 560 + random() ** 2 * 150
    b.add(
      rect(
        Math.round(random() * 1600),
        Math.round(y),
        2 + Math.round(random() * 3),
        2,
        random() < 0.5 ? '#ffc46a' : '#ff8a7a',
        `opacity="${(0.3 + random() * 0.6).toFixed(2)}"`
      )
    )
  }

  const stone = ['#4a4258', '#403850', '#544a60', '#3a3348']
  const floor = ground(
    [-16, 16],
    [6.5, -8.6],
    0,
    [32, 15],
    { colour: '#4a4258', facet: 1, gloss: 0.6, sharp: 20 },
    (c, r) => stone[Math.floor(Math.abs(Math.sin(c * 12.9 + r * 78.2) * 43758)) % 4]!,
    (x, z) => Math.sin(x * 9 + z * 7) * 0.02
  )
  const ishidoro = (x: number, z: number): Mesh[] =>
    [
      lathe(
        [
          [0.5, 0],
          [0.5, 0.3],
          [0.24, 0.4],
          [0.22, 1.7],
          [0.5, 1.9],
          [0.5, 2],
        ],
        { colour: '#5a5266', facet: 1 },
        6
      ),
      place(
        lathe(
          [
            [0.36, 2],
            [0.36, 2.6],
          ],
          { colour: '#ffb45a', glow: 1.3 },
          6
        ),
        [0, 0, 0]
      ),
      lathe(
        [
          [0.9, 2.6],
          [0.7, 2.8],
          [0.2, 3.1],
          [0.14, 3.3],
          [0, 3.5],
        ],
        { colour: '#5a5266', facet: 1 },
        6
      ),
    ].map((mesh) => place(mesh, [x, 0, z]))
  const pine = (x: number, z: number, s: number): Mesh[] =>
    [0, 1, 2, 3, 4].map((n) =>
      place(
        lathe(
          [
            [2.3 - n * 0.42, 0],
            [1.2 - n * 0.2, 0.7],
            [0.1, 1.9],
          ],
          { colour: n % 2 ? '#1a2438' : '#222c44', facet: 1 },
          9
        ),
        [x + (random() - 0.5) * 0.3, (1.2 + n * 1.25) * s, z],
        [0, n * 30, 0],
        s
      )
    )
  const string = (a: Vec, b2: Vec, count: number): Mesh[] =>
    Array.from({ length: count }, (_, n) => {
      const t = (n + 0.5) / count
      return moved(
        paperLantern(),
        [a[0] + (b2[0] - a[0]) * t, a[1] + (b2[1] - a[1]) * t - Math.sin(t * Math.PI) * 1.1, a[2] + (b2[2] - a[2]) * t],
        [0, 0, 0],
        0.055
      )
    }).flat()
  const umbrella: Mesh[] = [
    place(
      lathe(
        [
          [1.15, 0],
          [0.9, 0.36],
          [0.5, 0.66],
          [0, 0.82],
        ],
        { colour: '#d0642a', facet: 1, through: '#ff7a2a' },
        12
      ),
      [5.5, 1.6, 1.2],
      [0, 0, 8]
    ),
    beam([5.4, 0.2, 1.2], [5.5, 2.4, 1.2], 0.07, wood),
    place(ball([0.2, 0.2, 0.1], { colour: '#f4ecdc' }), [5.4, 1.86, 2.08]),
    place(ball([0.09, 0.09, 0.06], { colour: '#140a10' }), [5.42, 1.86, 2.19]),
  ]
  const meshes = [
    floor,
    ...moved(torii(), [-6.4, 0, -5.6], [0, 14, 0], 0.95),
    ...moved(cart(), [3.3, 0, -1.2], [0, -16, 0], 1.16),
    ...ishidoro(-1.4, -5),
    ...ishidoro(-11.4, -3.2),
    ...ishidoro(9.6, -4),
    ...pine(-13, -9, 1.3),
    ...pine(11.6, -8.4, 1.45),
    ...pine(14.4, -6, 1.2),
    ...pine(-15.6, -6, 1.2),
    ...string([-9.4, 6.6, -4.6], [-0.4, 5.4, -3], 6),
    ...string([6.2, 5.4, -2.6], [13, 7, -4], 5),
    ...umbrella,
    ...[0, 1, 2].map((n) =>
      block([-6.4 + n * 0.1, -0.2 - n * 0.25, -9 - n * 0.7], [8, 0.4, 0.7], { colour: stone[n]! }, 4)
    ),
  ]
  const v = new Canvas(1600, 900)
  v.add(
    group(
      `filter="${v.blur(16)}"`,
      wisp(1010, 470, 420, 70, '#ffeedd', 30, 0.34),
      wisp(1070, 480, 360, -56, '#ffe2d0', 24, 0.26)
    )
  )
  v.glow(1060, 470, 420, '#ff8a4a', 0.3)
  v.glow(640, 560, 150, '#ffb45a', 0.25)
  v.vignette('#060114', 0.5)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    veil: v,
    bloom: 0.6,
    scene: {
      camera: { eye: [-0.4, 2.5, 10.6], target: [-0.3, 3, -2], view: 10 },
      meshes,
      lights: [
        { at: [-14, 14, -20], colour: '#c89aff', strength: 2.2, soft: 0.15, shadow: false },
        { at: [3.2, 3.4, 0.6], colour: '#ffa04a', strength: 1.7, reach: 2.7, soft: 0.4, shadow: false },
        { at: [-4.8, 4.6, -2], colour: '#ff6a3a', strength: 1.5, reach: 3.2, soft: 0.4, shadow: false },
        { at: [9, 5.4, -1.6], colour: '#ff6a3a', strength: 1.2, reach: 3, soft: 0.4, shadow: false },
        { at: [-10, 18, 22], colour: '#7a6ad8', strength: 0.55, soft: 0.4 },
      ],
      sky: '#6a4ac0',
      ground: '#5a2438',
      ambient: 0.5,
      crease: 0.6,
      haze: { colour: '#7a3470', from: 15, to: 44, most: 0.6 },
    },
  }
}
