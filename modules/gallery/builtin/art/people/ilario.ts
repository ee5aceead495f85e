import { Canvas, circle, group, line, rect } from '../flat/canvas.ts'
import type { Picture } from '../picture.ts'
import { bust } from '../solid/cloth.ts'
import { cap, lock } from '../solid/hair.ts'
import { head } from '../solid/head.ts'
import { ball, box, lathe, place, sheet, slab, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { chance, smooth, type Vec } from '../solid/vector.ts'

const brass: Material = { colour: '#c8933a', facet: 0.5, gloss: 1.5, sharp: 26 }

/** A key about 8 cm long that hangs from its ring, the ring's middle being the origin. */
export const key = (): Mesh[] => [
  tube(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n): Vec => [
      Math.sin((n / 4) * Math.PI) * 1.3,
      Math.cos((n / 4) * Math.PI) * 1.3,
      0,
    ]),
    [0.34, 0.34],
    brass,
    { steps: 24 }
  ),
  place(box([0.62, 6, 0.62], brass), [0, -4.2, 0]),
  place(box([1.7, 0.6, 0.5], brass), [0.9, -6.6, 0]),
  place(box([1.3, 0.6, 0.5], brass), [0.7, -5.4, 0]),
  place(ball([0.7, 0.4, 0.7], brass, [8, 6]), [0, -1.7, 0]),
]

export const portrait = (): Picture => {
  const b = new Canvas(512, 512)
  const random = chance(8)
  b.fill(b.linear(['0 #3d0f1b', '.6 #260812', '1 #0c0306']))
  for (let y = 0; y < 6; y++)
    for (let x = 0; x < 7; x++) {
      const [px, py] = [x * 80 - 24, y * 92 - 20]
      const near = Math.max(0.1, 1 - Math.hypot(px - 90, py - 240) / 420)
      b.add(
        rect(px, py, 72, 84, '#1a050b', 'rx="3"'),
        rect(px + 5, py + 5, 62, 74, b.linear([`0 #0b0204`, `1 #5a1c1c ${near}`]), 'rx="2"')
      )
      if (random() < 0.75)
        b.add(
          group(
            `transform="translate(${px + 36} ${py + 24})" opacity="${near.toFixed(2)}"`,
            circle(0, 0, 8, 'none', 'stroke="#e8b552" stroke-width="4"'),
            line('M0 8V40M0 30H9M0 38H12', '#e8b552', 4.5)
          )
        )
    }
  b.glow(60, 300, 330, '#ffb45a', 0.5)
  b.facets(14, [60, 300], '#ffd79a', '#070003', 0.17, 92)

  const h = head({
    skin: '#b5805d',
    blood: '#a84a38',
    lips: '#8f4a42',
    brows: '#5f5855',
    iris: '#55626a',
    age: 0.8,
    jaw: 1.05,
    cheek: 0.15,
    open: 0.98,
    brow: 1.2,
    browOut: -0.1,
    browIn: -0.15,
    noseHook: 0.5,
    noseLength: 0.35,
    fullness: 0.75,
    gaze: [0.3, 0.02, 1],
    turn: [5, -24, 2],
    neck: 1,
  })
  const grey: Material = { colour: '#8d8a8a', gloss: 0.4 }
  const red: Material = { colour: '#6e1424', facet: 0.8, gloss: 0.1, sharp: 8 }
  const hat: Mesh[] = [
    place(
      lathe(
        [
          [8.9, 0],
          [9.1, 2.6],
          [9.3, 2.8],
          [10.6, 4.9],
          [10.4, 5.6],
          [6, 6.3],
          [0, 6.4],
        ],
        red,
        26
      ),
      [0, 6.4, -2.6],
      [-7, 0, 0],
      [0.95, 1, 1.08]
    ),
    place(
      lathe(
        [
          [9.15, 0.3],
          [9.35, 0.5],
          [9.35, 1.1],
          [9.15, 1.3],
        ],
        brass,
        40
      ),
      [0, 6.4, -2.6],
      [-7, 0, 0],
      [0.96, 1, 1.09]
    ),
    place(
      lathe(
        [
          [9.2, 2.1],
          [9.4, 2.3],
          [9.4, 2.6],
          [9.2, 2.8],
        ],
        brass,
        40
      ),
      [0, 6.4, -2.6],
      [-7, 0, 0],
      [0.96, 1, 1.09]
    ),
    sheet(
      (u, w) => {
        const a = (u - 0.5) * 2.3
        const r = 9.3 + w * 3.4 * Math.cos(a * 0.8) ** 0.6
        return [Math.sin(a) * r * 0.95, 6.9 - w * 1.9 - a * a * 0.5, Math.cos(a) * r * 1.06 - 2.6]
      },
      [20, 4],
      { colour: '#160a0d', facet: 0.4, gloss: 1.2, sharp: 22 }
    ),
    place(ball([1.3, 1.3, 0.5], brass, [8, 6]), [0, 10.2, 7.6]),
  ]
  const lip = (s: number): Mesh[] =>
    [0, 1, 2].map((n) =>
      lock(
        [
          [s * 0.1, -2.9 - n * 0.16, 6.5],
          [s * 1.6, -2.9 - n * 0.2, 6.2],
          [s * 3, -3.5 - n * 0.12, 5.1],
          [s * (4.2 - n * 0.3), -3.4 + n * 0.2, 4.1],
        ],
        0.62,
        { colour: n === 1 ? '#c2beba' : '#96918f' }
      )
    )
  const fringe: Mesh[] = [-1, 1].flatMap((s) => [
    place(
      slab(
        [
          [-5, -2.6],
          [5, -2.6],
          [5.6, 1],
          [0, 2.8],
          [-5.6, 1],
        ],
        0.8,
        brass
      ),
      [s * 14.6, -12.6, 1.6],
      [-70, 0, s * -16]
    ),
    ...Array.from({ length: 9 }, (_, n) =>
      tube(
        [
          [s * (10.4 + n * 1.15), -13.4 - n * 0.35, 4.6 - Math.abs(n - 4) * 0.15],
          [s * (10.7 + n * 1.25), -16.4 - n * 0.4, 6 - Math.abs(n - 4) * 0.2],
        ],
        [0.42, 0.3],
        brass,
        { sides: 5, steps: 3 }
      )
    ),
  ])
  const meshes = [
    ...h.meshes,
    ...h.wear(
      cap(grey, (round, down) => (Math.abs(round) < 62 ? -1 : down > 102 ? -1 : 0.6 * smooth(106, 90, down))),
      ...hat,
      ...lip(1),
      ...lip(-1)
    ),
    bust(red, { folds: 0.35, seed: 3, shoulders: 20, collar: 7.4, slope: 4 }),
    sheet(
      (u, w) => {
        const a = (u - 0.5) * 5.6
        const r = 6.4 - w * 0.5
        return [Math.sin(a) * r, -8 - w * 3.6 - Math.cos(a) * 1.2, Math.cos(a) * r - 4.2]
      },
      [30, 2],
      { colour: '#e9e2d8', facet: 0.5 }
    ),
    place(
      slab(
        [
          [0, 0.7],
          [3.4, 2],
          [3.8, -2],
          [0, -0.7],
          [-3.8, -2],
          [-3.4, 2],
        ],
        1.3,
        { colour: '#0a0608', gloss: 0.08 }
      ),
      [0, -11.4, 5.6],
      [-14, 0, 2]
    ),
    place(
      slab(
        [
          [-3.4, 0],
          [0, -12],
          [3.4, 0],
        ],
        0.6,
        { colour: '#e4ddd2' }
      ),
      [0, -12.4, 5.4],
      [-18, 0, 0]
    ),
    ...[-1, 1].map((s) =>
      place(
        slab(
          [
            [0, 0],
            [s * 4.6, 1.6],
            [s * 5.4, -4.4],
            [s * 1, -13],
          ]
            .slice(0, 4)
            .sort(() => 0) as [number, number][],
          1,
          { colour: '#4c0c19', facet: 1 }
        ),
        [s * 1.2, -12.6, 5.6],
        [-16, 0, 0]
      )
    ),
    ...[-1, 1].flatMap((s) =>
      [0, 1, 2].map((n) => place(ball([1.1, 1.1, 0.7], brass, [10, 7]), [s * 5.4, -20 - n * 5.4, 9.6 + n * 0.9]))
    ),
    ...fringe,
  ]
  const v = new Canvas(512, 512)
  v.glow(20, 400, 330, '#ffae52', 0.28)
  v.vignette('#050104', 0.6)
  return {
    width: 512,
    height: 512,
    backdrop: b,
    blur: 2.2,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [0, -3, 96], target: [0.6, -3.4, 0], view: 40 },
      meshes,
      lights: [
        { at: [-30, 10, 34], colour: '#ffdcb4', strength: 1.35, soft: 0.3 },
        { at: [36, 22, -16], colour: '#7fb0ff', strength: 3.2, soft: 0.1 },
        { at: [14, 20, 40], colour: '#e8c0a8', strength: 0.5, soft: 0.5 },
      ],
      sky: '#6a5a80',
      ground: '#7a3a22',
      ambient: 0.34,
      crease: 2.4,
    },
  }
}
