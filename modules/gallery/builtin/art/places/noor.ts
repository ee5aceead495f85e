import { Canvas, circle, ellipse, path, rect } from '../flat/canvas.ts'
import { ridge } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground } from '../solid/room.ts'
import { between, chance, type Vec } from '../solid/vector.ts'

const timber: Material = { colour: '#5a2c1c', facet: 0.85, gloss: 0.15 }
const sail = (a: Vec, b: Vec, c: Vec, colour: string, belly: number): Mesh =>
  sheet(
    (u, v) => {
      const k = Math.sin(u * Math.PI) * Math.sin(v * Math.PI) * belly
      const left: Vec = [a[0] + (b[0] - a[0]) * v, a[1] + (b[1] - a[1]) * v, a[2] + (b[2] - a[2]) * v]
      const right: Vec = [a[0] + (c[0] - a[0]) * v, a[1] + (c[1] - a[1]) * v, a[2] + (c[2] - a[2]) * v]
      return [
        left[0] + (right[0] - left[0]) * u,
        left[1] + (right[1] - left[1]) * u,
        left[2] + (right[2] - left[2]) * u + k,
      ]
    },
    [7, 9],
    { colour, facet: 0.9, through: colour, glow: colour === '#1c1418' ? 0 : 0.4 }
  )

/** The Contrary: three masts, a hull on runners, sails full. Its keel's middle is the origin; it sails along x. */
const skiff = (): Mesh[] => {
  const hull = sheet(
    (u, v) => {
      const a = (u - 0.5) * Math.PI
      const w = between([0.7, 1.25, 1.35, 1.2, 0.8, 0.06], v)
      const rise = between([1.9, 1.3, 1.1, 1.1, 1.4, 2.3], v)
      return [(v - 0.45) * 9, rise + 0.9 - Math.cos(a) * between([1, 1.25, 1.35, 1.25, 1, 0.7], v), Math.sin(a) * w]
    },
    [12, 20],
    timber
  )
  return [
    hull,
    sheet((u, v) => [(v - 0.45) * 8.6, 1.72, (u - 0.5) * 2 * between([0.65, 1.15, 1.25, 1.1, 0.7, 0.05], v)], [4, 12], {
      colour: '#8a5a34',
      facet: 1,
    }),
    ...[-1, 1].flatMap((s) => [
      beam([-3, 0.12, s * 2], [4.2, 0.12, s * 2], 0.2, timber),
      beam([4.2, 0.12, s * 2], [5, 0.8, s * 2], 0.18, timber),
      ...[-2, 0.6, 3].map((x) => beam([x, 0.15, s * 2], [x, 1.6, s * 0.9], 0.16, timber)),
    ]),
    beam([-2.6, 1.5, 0], [-2.8, 7, 0], 0.18, timber),
    beam([0.3, 1.5, 0], [0.1, 8.8, 0], 0.22, timber),
    beam([3, 1.6, 0], [2.9, 7.2, 0], 0.18, timber),
    beam([4.6, 2.8, 0], [7.2, 3.7, 0], 0.14, timber),
    sail([0.1, 8.6, 0.1], [0.2, 2.6, 0.1], [-2.5, 2.9, 0.4], '#d84a30', 0.9),
    sail([-2.8, 6.8, 0.1], [-2.6, 2.7, 0.1], [-4.8, 3, 0.4], '#f0d8b0', 0.7),
    sail([2.9, 7, 0.1], [3, 2.6, 0.1], [0.7, 2.8, 0.4], '#f3e0bc', 0.8),
    sail([3, 6.9, 0], [3.4, 2.7, 0.1], [7, 3.6, 0], '#e8c894', 0.5),
    block([-3, 2.3, 0], [1.3, 1.2, 1.3], { colour: '#6a3a22' }),
    block([-2.33, 2.4, 0.2], [0.05, 0.5, 0.6], { colour: '#ffca6a', glow: 1 }),
    place(
      sheet((u, v) => [u * -1.2, v * 0.5 + Math.sin(u * 5) * 0.08, Math.sin(u * 6) * 0.12], [8, 2], {
        colour: '#1b8a8c',
        facet: 0.9,
      }),
      [0.1, 8.8, 0]
    ),
    ...[
      [-2.8, 6.9],
      [0.1, 8.7],
      [2.9, 7.1],
    ].map(([x, y]) =>
      tube(
        [
          [x!, y!, 0],
          [x! + 0.9, 1.9, 1.2],
        ],
        [0.025, 0.025],
        { colour: '#3a1c12' },
        { sides: 4, steps: 2 }
      )
    ),
  ]
}

/** Dawn on the Pale: a sea's salt bed, the Contrary before the rising sun, wrecks, three black sails. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  b.fill(b.linear(['0 #0e4654', '.26 #3d9096', '.42 #e6c896', '.5 #ffe2a8', '.53 #fff0c8', '.56 #e8b47a', '1 #a8643a']))
  b.glow(1120, 452, 640, '#fff2c0', 0.95)
  b.add(circle(1120, 448, 74, '#fffbe6'))
  for (let n = 0; n < 16; n++)
    b.add(
      ellipse((n * 331) % 1700, 70 + n * 21, 300 - n * 13, 7, '#fff0d0', `opacity="${(0.12 + n * 0.022).toFixed(2)}"`)
    )
  b.facets(71, [1120, 448], '#fffbe8', '#0a3038', 0.14, 150)
  b.add(
    path(ridge(1600, 500, 468, 60, 9), '#c58a62', 'opacity=".6"'),
    rect(0, 488, 1600, 60, b.linear(['0 #ffe9bc .8', '1 #ffe9bc 0']))
  )

  const random = chance(5)
  const salt = ground(
    [-60, 60],
    [8, -90],
    0,
    [70, 58],
    { colour: '#e8d6bc', facet: 1, gloss: 0.25, sharp: 10 },
    (c, r) =>
      ['#e8d6bc', '#dfc9aa', '#f2e4cd', '#d8bf9c'][Math.floor(Math.abs(Math.sin(c * 12.99 + r * 78.2) * 43758)) % 4]!,
    (x, z) => Math.sin(x * 0.31 + z * 0.2) * 0.12 + (random() - 0.5) * 0.16
  )
  const ribs = Array.from({ length: 9 }, (_, n): Mesh[] => {
    const x = -13.5 + n * 1.25
    const h = 4.6 - Math.abs(n - 4) * 0.5
    return [-1, 1].map((s) =>
      tube(
        [
          [x, -0.3, -13],
          [x + 0.2, h * 0.3, -13 + s * 2.4],
          [x + 0.5, h * 0.75, -13 + s * 2.6],
          [x + 0.8, h * (s > 0 ? 0.7 : 1), -13 + s * 1.6],
        ],
        [0.24, 0.22, 0.17, 0.06],
        { colour: '#4a2a20', facet: 0.9 },
        { sides: 6, steps: 10 }
      )
    )
  }).flat()
  const light: Mesh[] = [
    place(
      lathe(
        [
          [1.5, 0],
          [1.2, 4],
          [1, 8],
          [1.35, 8.1],
          [1.35, 8.5],
          [0.8, 8.5],
          [0.8, 10],
          [1.1, 10.1],
          [0, 11.4],
        ],
        { colour: '#b98a6a', facet: 0.7 },
        10
      ),
      [-25, -0.6, -40],
      [0, 0, 9]
    ),
  ]
  const black = [0, 1, 2].flatMap((n): Mesh[] => {
    const [x, z] = [20 + n * 4.4, -58 - n * 3]
    return [
      sail([x, 6.4, z], [x + 0.1, 1, z], [x - 2.8, 1.2, z], '#1c1418', 0.4),
      block([x - 0.8, 0.6, z], [4, 0.8, 1], { colour: '#1c1418' }),
    ]
  })
  const meshes = [
    salt,
    ...ribs,
    ...light,
    ...black,
    beam([-15.4, 0, -13], [-1.6, 0.25, -13], 0.4, { colour: '#4a2a20' }),
    ...skiff().map((mesh) => place(mesh, [1.4, 0, -6.4], [0, -24, -2.5], 0.94)),
    ...Array.from({ length: 44 }, () => {
      const z = 4 - random() * 34
      const s = 0.08 + random() * 0.28
      return block(
        [(random() - 0.5) * 34, s * 0.2, z],
        [s * 2, s, s * 1.6],
        { colour: '#f4e6d0' },
        random() * 90,
        random() * 20
      )
    }),
    place(
      lathe(
        [
          [0.62, 0],
          [0.6, 0.3],
          [0.42, 0.9],
          [0.34, 1.2],
          [0.1, 1.3],
          [0.08, 1.5],
        ],
        { colour: '#b9823a', gloss: 1.4, facet: 0.5 },
        14
      ),
      [-5.2, -0.1, 2.4],
      [10, 0, 48]
    ),
  ]
  const v = new Canvas(1600, 900)
  v.glow(1120, 448, 460, '#ffe6ae', 0.36)
  v.fill(v.linear(['0 #06262e .4', '.3 #06262e 0', '.8 #5a2410 0', '1 #3a1408 .5']))
  v.vignette('#1c0c06', 0.4)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    veil: v,
    bloom: 0.55,
    scene: {
      camera: { eye: [-1.2, 2.3, 9], target: [-0.6, 3, -6], view: 11.6 },
      meshes,
      lights: [
        { at: [15, 8, -34], colour: '#ffd08a', strength: 3.4, soft: 0.12 },
        { at: [-30, 30, 20], colour: '#8fd0d8', strength: 0.7, soft: 0.4, shadow: false },
      ],
      sky: '#86c4cc',
      ground: '#d89a62',
      ambient: 0.5,
      crease: 0.6,
      haze: { colour: '#ffe0a6', from: 16, to: 78, most: 0.92 },
    },
  }
}
