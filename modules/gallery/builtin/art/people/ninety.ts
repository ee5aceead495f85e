import { Canvas, circle, group, line, path } from '../flat/canvas.ts'
import { stars } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { ball, box, lathe, painted, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { add, chance, type Vec } from '../solid/vector.ts'

const steel: Material = { colour: '#5a666e', facet: 0.45, gloss: 0.9, sharp: 24 }
const dark: Material = { colour: '#1c262c', facet: 0.6, gloss: 0.8, sharp: 20 }

/** A tomato plant in a can, 30 cm high, its foot at the origin. */
export const tomatoPlant = (): Mesh[] => {
  const random = chance(14)
  const leaf = (at: Vec, turn: Vec, size: number): Mesh =>
    place(
      sheet(
        (u, v) => {
          const w = Math.sin(u * Math.PI) ** 0.8 * (1 - u * 0.3) * 1.7 * (1 + Math.sin(u * 22) * 0.1)
          return [(v - 0.5) * 2 * w, Math.abs(v - 0.5) * 0.9 - u * u * 1.6, u * 5.4]
        },
        [8, 4],
        {
          colour: ['#3f8a3a', '#54a044', '#2f7434'][Math.floor(random() * 3)]!,
          facet: 0.9,
          through: '#9ad04a',
          gloss: 0.3,
          airy: true,
        }
      ),
      at,
      turn,
      size
    )
  const stem: Vec[] = [
    [0, 8, 0],
    [0.6, 14, 0.4],
    [-0.5, 20, 0],
    [0.6, 27, 0.5],
  ]
  const parts: Mesh[] = [
    lathe(
      [
        [3.6, 0],
        [4, 0.3],
        [4.6, 7.4],
        [5, 7.4],
        [5, 8.4],
        [4.4, 8.4],
        [4, 7.8],
        [0, 7.8],
      ],
      { ...steel, colour: '#a9b0b2' },
      20
    ),
    place(box([3.8, 2.4, 0.3], { colour: '#e6dcc0' }), [0, 4, 4.5], [-5, 0, 0]),
    tube(stem, [0.45, 0.42, 0.34, 0.15], { colour: '#4c8a3a', facet: 0.6, through: '#9ad04a' }, { sides: 7 }),
  ]
  for (let n = 0; n < 17; n++) {
    const y = 11 + n * 1
    const a = n * 2.4
    const from: Vec = [Math.sin(a) * 0.3, y, Math.cos(a) * 0.3]
    const far = 2.6 + random() * 1.8 - n * 0.08
    const tip: Vec = [Math.sin(a) * far, y + 1.4, Math.cos(a) * far]
    parts.push(
      tube([from, add(tip, [0, 0.3, 0])], [0.18, 0.12], { colour: '#4c8a3a' }, { sides: 5, steps: 4 }),
      leaf(tip, [12, (a * 180) / Math.PI, 0], 0.95 - n * 0.02),
      leaf(
        add(from, [Math.sin(a) * far * 0.55, 0.6, Math.cos(a) * far * 0.55]),
        [10, (a * 180) / Math.PI + 62, 0],
        0.7
      ),
      leaf(add(from, [Math.sin(a) * far * 0.55, 0.6, Math.cos(a) * far * 0.55]), [10, (a * 180) / Math.PI - 62, 0], 0.7)
    )
  }
  for (const [x, y, z, r] of [
    [-4.4, 15.2, 3.6, 2.5],
    [4.6, 18.4, 3.4, 2.9],
    [2.6, 12.4, 4.4, 2],
    [-3, 21.6, 3.2, 1.7],
  ] as const) {
    parts.push(
      place(
        painted(
          ball([r, r * 0.9, r], { colour: '#d5281e', gloss: 1.3, sharp: 40, facet: 0.3, through: '#ff4a1a' }, [18, 12]),
          (p) => (p[1] > r * 0.72 ? '#c4521c' : '#d5281e')
        ),
        [x, y, z]
      )
    )
    for (let n = 0; n < 5; n++)
      parts.push(
        tube(
          [
            [x, y + r * 0.88, z],
            [x + Math.sin(n * 1.26) * r * 0.6, y + r * 0.9, z + Math.cos(n * 1.26) * r * 0.6],
          ],
          [0.3, 0.05],
          { colour: '#3f8a3a' },
          { sides: 5, steps: 3 }
        )
      )
    parts.push(
      tube(
        [
          [0, y + 2.6, 0],
          [x * 0.7, y + r + 1.4, z * 0.7],
          [x, y + r * 0.85, z],
        ],
        [0.2, 0.18],
        { colour: '#4c8a3a' },
        { sides: 5, steps: 8 }
      )
    )
  }
  return parts
}

const arm = (s: number): Mesh[] => [
  tube(
    [
      [s * 30, 14, -8],
      [s * 24, 4, -2],
      [s * 21, -4, 4],
    ],
    [2, 2, 1.8],
    steel,
    { sides: 10 }
  ),
  place(ball(3, dark, [14, 9]), [s * 21, -4.6, 4.4]),
  place(ball([1.5, 1.5, 3.4], { colour: '#ffb347', glow: 0.8 }, [10, 7]), [s * 21, -4.6, 4.4]),
  tube(
    [
      [s * 21, -5, 4.4],
      [s * 18, -12, 8],
      [s * 13.6, -17, 10],
    ],
    [1.6, 1.4, 1.2],
    steel,
    { sides: 9 }
  ),
  ...[-1, 1].map((k) =>
    tube(
      [
        [s * 13.6, -17, 10],
        [s * 11.4, -17.4 + k * 2.4, 11],
        [s * 8.6, -18 + k * 1.2, 11.4],
      ],
      [0.9, 0.75, 0.3],
      dark,
      { sides: 6, steps: 8 }
    )
  ),
]

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  b.fill(b.linear(['0 #04090d', '.6 #0b1f26', '1 #05090b']))
  for (let n = 9; n >= 0; n--) {
    const s = 0.12 + (n / 9) ** 1.7 * 1.25
    const [w, h] = [420 * s, 420 * s]
    b.add(
      path(
        `M${256 - w * 0.3} ${220 - h * 0.5}L${256 + w * 0.3} ${220 - h * 0.5}L${256 + w * 0.5} ${220 - h * 0.2}L${256 + w * 0.5} ${220 + h * 0.34}L${256 + w * 0.3} ${220 + h * 0.5}L${256 - w * 0.3} ${220 + h * 0.5}L${256 - w * 0.5} ${220 + h * 0.34}L${256 - w * 0.5} ${220 - h * 0.2}Z`,
        n % 2 ? '#10303a' : '#0a222b',
        `opacity="${(0.35 + n * 0.05).toFixed(2)}"`
      )
    )
  }
  for (let n = 0; n < 8; n++) {
    const s = 0.16 + (n / 8) ** 1.7 * 1.2
    for (const k of [-1, 1]) {
      b.glow(256 + k * 200 * s, 220 - 120 * s, 60 * s, '#ffc98a', 0.8)
      b.add(group('', line(`M${256 + k * 200 * s} ${220 - 120 * s - 22 * s}v${44 * s}`, '#ffe9c4', 7 * s)))
    }
  }
  b.add(stars(10, 512, 512, 3, '#bff5ee'), circle(256, 220, 4, '#fff'))
  b.glow(256, 210, 300, '#2fd6c0', 0.35)
  b.facets(61, [256, 190], '#aaf7ea', '#000608', 0.17, 88)

  const random = chance(44)
  const ring = (profile: [number, number][], material: Material, sides = 56) =>
    place(lathe(profile, material, sides), [0, 0, 0], [90, 0, 0])
  const lens: Mesh[] = [
    ring(
      [
        [16.4, -6],
        [17.2, -4],
        [17.2, 1.6],
        [16.2, 2.8],
        [14.8, 2.8],
        [14.4, 1.4],
        [14.4, -2],
      ],
      steel
    ),
    ring(
      [
        [14.4, -2],
        [14.2, 0.6],
        [13.4, 1.2],
        [12.8, 0.4],
        [12.4, -3],
      ],
      dark
    ),
    ring(
      [
        [12.4, -3],
        [12.2, -0.6],
        [11.6, -0.2],
        [11, -1],
      ],
      { ...steel, colour: '#5d6d74' }
    ),
    ...Array.from({ length: 24 }, (_, n) =>
      place(
        ball([0.34, 0.34, 0.3], n % 3 ? { colour: '#59e6d2', glow: 1.1 } : { colour: '#ffb347', glow: 1.4 }, [6, 5]),
        [Math.sin((n / 24) * Math.PI * 2) * 13.6, Math.cos((n / 24) * Math.PI * 2) * 13.6, 1.3]
      )
    ),
    ...Array.from({ length: 8 }, (_, n) =>
      place(ball([0.8, 0.8, 0.5], dark, [6, 4]), [
        Math.sin((n / 8 + 0.06) * Math.PI * 2) * 15.7,
        Math.cos((n / 8 + 0.06) * Math.PI * 2) * 15.7,
        2.8,
      ])
    ),
  ]
  // the eye: a stone cut like a brilliant, light standing in it
  const cut = [
    [11, -1.2, 0],
    [9.6, 1.6, 0.5],
    [7.2, 3, 0],
    [4.6, 3.6, 0.5],
    [2.8, 2.6, 0],
    [0.2, 2, 0],
  ] as const
  const stone = sheet(
    (u, v) => {
      const [r, z, shift] = cut[Math.round(v * 5)]!
      const a = (u + shift / 16) * Math.PI * 2
      return [Math.sin(a) * r, Math.cos(a) * r, z]
    },
    [16, 5],
    { colour: '#27c4b2', facet: 1, gloss: 2.6, sharp: 22, glow: 0.3 },
    true
  )
  const gem: Mesh = {
    ...stone,
    points: stone.triangles.flatMap((t) => t.map((i) => stone.points[i]!)),
    triangles: stone.triangles.map((_, n) => [n * 3, n * 3 + 1, n * 3 + 2]),
    colours: stone.triangles.flatMap((t) => {
      const [x, y] = [0, 1].map((k) => t.reduce((sum, i) => sum + stone.points[i]![k as 0 | 1], 0) / 3) as [
        number,
        number,
      ]
      const far = Math.hypot(x, y)
      const k = (0.25 + random() * 0.9) * (far < 3.4 ? 0.1 : far < 5 ? 0.5 : 1)
      const tone: Vec =
        random() < 0.12 ? [0.5 * k, 0.95 * k, 0.85 * k] : [0.02 * k, (0.34 + y * 0.02) * k, (0.38 + y * 0.012) * k]
      return [tone, tone, tone]
    }),
  }
  const eye = [
    ...lens,
    gem,
    place(ball([1.5, 1.5, 0.8], { colour: '#ff9a30', glow: 2, facet: 0.6 }, [10, 7]), [0, 0, 2.6]),
    tube(
      [
        [4, 6, 3.3],
        [5.6, 3.4, 3.5],
        [4.8, 1.6, 3.9],
        [6.8, -1.4, 3.4],
      ],
      [0.05, 0.13, 0.13, 0.04],
      { colour: '#eafffb', glow: 1 },
      { sides: 5, steps: 12 }
    ),
  ]
  const meshes = [
    ...moved(eye, [-1.6, 2.4, -4], [8, 13, 0], 0.94),
    tube(
      [
        [-1, 16, -12],
        [0, 26, -16],
      ],
      [7, 7],
      dark,
      { sides: 10 }
    ),
    ...arm(-1),
    ...arm(1),
    ...moved(tomatoPlant(), [3.6, -25.4, 12], [0, 0, -3], 0.84),
  ]
  const v = new Canvas(512, 512)
  v.glow(240, 208, 190, '#5af0da', 0.12)
  v.glow(240, 208, 60, '#ffb04a', 0.7)
  v.vignette('#000304', 0.62)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 1.8,
    veil: v,
    bloom: 0.65,
    scene: {
      camera: { eye: [0, -2, 100], target: [0, -2.6, 0], view: 46 },
      meshes,
      lights: [
        { at: [-26, 30, 30], colour: '#ffd9a8', strength: 1.7, soft: 0.15 },
        { at: [34, 12, -10], colour: '#4ff0e0', strength: 2.6, soft: 0.12 },
        { at: [-36, -6, -8], colour: '#ff9a4a', strength: 2.2, soft: 0.1 },
        { at: [-1, 0, 10], colour: '#62f0dc', strength: 0.9, reach: 16, soft: 0.4, shadow: false },
      ],
      sky: '#5a8a94',
      ground: '#2a3a34',
      ambient: 0.34,
      crease: 2.4,
    },
  }
}
