import { Canvas, group, path, rect } from '../flat/canvas.ts'
import { hills, rain, wisp } from '../flat/nature.ts'
import type { Picture } from '../picture.ts'
import { ball, lathe, place, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground, wall } from '../solid/room.ts'
import { chance } from '../solid/vector.ts'

const oak: Material = { colour: '#5a3c22', facet: 0.95, gloss: 0.15 }
const brass: Material = { colour: '#c8933a', facet: 0.5, gloss: 1.4 }

/** The tithe barn of Merrow Mutual on a wet Monday: timber like a church's, cabinets like pews, the desk that was a door. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  const random = chance(10)
  b.fill(b.linear(['0 #8ea2ac', '.5 #c6d2d4', '1 #8a9a7a']))
  b.add(
    path(hills(1600, 900, 420, 40, 4, 4), '#9ab08a'),
    path(hills(1600, 900, 470, 50, 9, 3), '#7a9668'),
    rect(860, 330, 60, 100, '#6a7270'),
    rect(850, 320, 16, 20, '#6a7270'),
    rect(880, 320, 16, 20, '#6a7270'),
    rect(908, 320, 16, 20, '#6a7270')
  )
  b.add(group(`filter="${b.blur(8)}"`, wisp(890, 326, 200, 40, '#4a4c50', 26, 0.7)))
  b.add(rain(260, 1600, 800, 5, '#ffffff', 0.55, 44))

  const meshes: Mesh[] = [
    ground(
      [-9, 9],
      [8, -14],
      0,
      [18, 22],
      { ...oak, colour: '#4a3826', gloss: 0.4 },
      (c, r) => ['#4a3826', '#42311f', '#54412c', '#3a2b1c'][(c * 7 + Math.floor(r / 4) * 3) % 4]!
    ),
    ...[-1, 1].map((s) =>
      wall(
        s < 0 ? [-8.4, -14] : [8.4, 8],
        s < 0 ? [-8.4, 8] : [8.4, -14],
        [0, 4.4],
        [22, 6],
        { colour: '#6a5238', facet: 0.9 },
        (c, r) => ['#6a5238', '#60492f', '#745b3e'][(c * 5 + r) % 3]!
      )
    ),
    // the gable with its window
    wall(
      [-8.4, -14],
      [-2.6, -14],
      [0, 9],
      [6, 7],
      { colour: '#6a5238', facet: 0.9 },
      (c, r) => ['#6a5238', '#5c462e'][(c + r) % 2]!
    ),
    wall(
      [2.6, -14],
      [8.4, -14],
      [0, 9],
      [6, 7],
      { colour: '#6a5238', facet: 0.9 },
      (c, r) => ['#6a5238', '#5c462e'][(c + r) % 2]!
    ),
    wall([-2.6, -14], [2.6, -14], [0, 2.1], [4, 2], { colour: '#60492f', facet: 0.9 }),
    wall([-2.6, -14], [2.6, -14], [7.6, 12], [4, 2], { colour: '#60492f', facet: 0.9 }),
    ...[-2.6, -0.87, 0.87, 2.6].map((x) => block([x, 4.8, -13.9], [0.2, 5.6, 0.3], oak)),
    ...[2.1, 4.1, 6, 7.6].map((y) => block([0, y, -13.9], [5.4, 0.2, 0.3], oak)),
    ...[-1, 1].flatMap((s) => [beam([s * 2.6, 6, -13.7], [0, 7.7, -13.7], 0.3, oak)]),
    ...[-1, 1].map((s) =>
      place(
        ground([-5.4, 5.4], [8, -14], 0, [6, 12], oak, (c, r) => ['#3a2818', '#42301c', '#33230f'][(c + r * 2) % 3]!),
        [s * 4.4, 7.6, 0],
        [0, 0, s * -40]
      )
    ),
  ]
  for (const z of [3, -1.4, -5.8, -10.2])
    for (const s of [-1, 1])
      meshes.push(
        beam([s * 6.4, 0, z], [s * 6.4, 5.4, z], 0.46, oak),
        beam([s * 8.4, 4.2, z], [0, 11, z], 0.42, oak),
        beam([s * 6.4, 3.4, z], [s * 3.6, 6.1, z], 0.32, oak),
        ...(s > 0 ? [beam([-6.6, 6, z], [6.6, 6, z], 0.44, oak), beam([0, 6, z], [0, 10.6, z], 0.34, oak)] : [])
      )
  const steel = ['#4c5c52', '#56665a', '#44544c']
  for (const s of [-1, 1])
    for (let n = 0; n < 6; n++) {
      const z = 1.4 - n * 2
      const tall = n % 3 === 1 ? 4 : 3
      meshes.push(
        block([s * 7.4, (tall * 0.82) / 2, z], [1.3, tall * 0.82, 1.5], { colour: steel[n % 3]!, facet: 1, gloss: 0.6 })
      )
      for (let d = 0; d < tall; d++)
        meshes.push(
          block([s * 6.72, 0.42 + d * 0.82, z], [0.08, 0.7, 1.36], {
            colour: steel[(n + d) % 3]!,
            facet: 1,
            gloss: 0.7,
          }),
          block([s * 6.66, 0.34 + d * 0.82, z], [0.08, 0.08, 0.4], brass),
          block([s * 6.67, 0.56 + d * 0.82, z], [0.04, 0.16, 0.5], { colour: '#e9dfc4', facet: 1 })
        )
      for (let p = 0; p < 3 + (n % 3) * 2; p++)
        meshes.push(
          place(
            block([0, 0, 0], [0.95, 0.14, 1.2], {
              colour: ['#e2d6b8', '#b8553c', '#d8c49a', '#efe6d0', '#6a7a8a'][(p + n) % 5]!,
              facet: 1,
            }),
            [s * 7.35, tall * 0.82 + 0.08 + p * 0.145, z],
            [0, (random() - 0.5) * 24, 0]
          )
        )
    }
  // the desk
  meshes.push(
    block([0.4, 1.42, 0.4], [9, 0.26, 2.6], { colour: '#6a4426', facet: 1, gloss: 0.6, sharp: 18 }),
    ...[-3, -1, 1, 3].map((x) => block([0.4 + x * 1.05, 1.56, 0.4], [0.06, 0.04, 2.6], { colour: '#3a2412' })),
    ...[-3.4, 3.8].map((x) => block([x, 1.6, 0.4], [0.5, 0.06, 2.6], { colour: '#2a2018', facet: 1, gloss: 0.8 })),
    ...[-3.4, 4].map((x) => block([x, 0.7, 0.4], [0.8, 1.4, 1.8], oak)),
    ...Array.from({ length: 17 }, (_, n) =>
      place(
        block([0, 0, 0], [1.3, 0.1, 1], { colour: ['#efe6d0', '#e2d6b8', '#f4eddc', '#d8c49a'][n % 4]!, facet: 1 }),
        [-2.6 + (random() - 0.5) * 0.16, 1.62 + n * 0.1, 0.1],
        [0, (random() - 0.5) * 16, 0]
      )
    ),
    place(
      lathe(
        [
          [0.26, 0],
          [0.36, 0.5],
          [0.4, 0.52],
          [0.34, 0.5],
        ],
        { colour: '#b8603a', facet: 0.7 },
        12
      ),
      [-0.9, 1.56, 0.9]
    ),
    place(ball([0.26, 0.52, 0.26], { colour: '#4f8a44', facet: 1, through: '#8aba4a' }, [9, 8]), [-0.9, 2.5, 0.9]),
    tube(
      [
        [-0.7, 2.4, 0.9],
        [-0.42, 2.44, 0.9],
        [-0.4, 2.8, 0.9],
      ],
      [0.1, 0.13, 0.09],
      { colour: '#4f8a44', facet: 1 },
      { sides: 7 }
    ),
    place(ball([0.1, 0.08, 0.1], { colour: '#f07a9a' }, [7, 5]), [-0.9, 3.04, 0.9]),
    place(
      lathe(
        [
          [0.5, 0],
          [0.52, 0.06],
          [0.1, 0.14],
          [0.07, 1.2],
          [0.12, 1.3],
        ],
        brass,
        16
      ),
      [2.9, 1.56, 0.2]
    ),
    place(
      lathe(
        [
          [0.86, 0],
          [0.7, 0.3],
          [0.26, 0.66],
          [0.1, 0.7],
        ],
        { colour: '#2f6a4a', facet: 0.6, gloss: 0.9, through: '#5ad08a', glow: 0.2 },
        20
      ),
      [2.9, 2.62, 0.2]
    ),
    place(ball([0.24, 0.24, 0.24], { colour: '#fff0c4', glow: 2.6 }, [9, 7]), [2.9, 2.66, 0.24]),
    place(
      lathe(
        [
          [0.7, 0],
          [0.72, 0.34],
          [0.66, 0.34],
          [0.64, 0.1],
          [0, 0.1],
        ],
        { colour: '#a02a2e', gloss: 1, facet: 0.4 },
        20
      ),
      [0.9, 1.56, 1]
    ),
    ...Array.from({ length: 9 }, (_, n) =>
      place(
        block([0, 0, 0], [0.3, 0.1, 0.22], { colour: '#e0b878', facet: 1 }),
        [0.9 + Math.sin(n * 2.4) * 0.36, 1.86 + (n % 2) * 0.06, 1 + Math.cos(n * 2.4) * 0.36],
        [0, n * 40, 0]
      )
    ),
    ...[
      [1.9, 0.9],
      [2.1, 1.1],
      [2, 1],
    ].map(([x, z], n) =>
      place(
        lathe(
          [
            [0.17, 0],
            [0.17, 0.05],
            [0, 0.05],
          ],
          { colour: '#ffc93a', gloss: 2.2, facet: 0.4 },
          12
        ),
        [x!, 1.56 + (n === 2 ? 0.05 : 0), z!]
      )
    ),
    ...[-1, 1].map((s) =>
      tube(
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
          (n) =>
            [
              0.3 + s * 0.34 + Math.sin((n / 4) * Math.PI) * 0.28,
              1.62,
              1.45 + Math.cos((n / 4) * Math.PI) * 0.22,
            ] as const
        ),
        [0.03, 0.03],
        brass,
        { sides: 5, steps: 20 }
      )
    ),
    place(
      lathe(
        [
          [0.4, 0],
          [0.3, 0.3],
          [0.5, 0.9],
          [0.4, 1.3],
        ],
        { colour: '#4a3a2c', facet: 1 },
        10
      ),
      [4.9, 0, 2.6]
    ),
    ...[0, 1, 2].map((n) =>
      beam([4.8 + n * 0.14, 0.3, 2.6], [4.6 + n * 0.4, 2.3 - n * 0.2, 2.5], 0.08, { colour: '#aab0b4', gloss: 1.4 })
    ),
    ...[0, 1].map((n) => beam([4.46 + n * 0.36, 1.94, 2.5], [4.86 + n * 0.36, 2.02 - n * 0.1, 2.5], 0.07, brass))
  )
  const v = new Canvas(1600, 900)
  const shaft = v.linear(['0 #eaf6ff .3', '1 #eaf6ff 0'], [0.1, 0, 0.6, 1])
  v.add(
    group(
      `filter="${v.blur(18)}"`,
      path('M690 250L800 240L560 900L180 900Z', shaft),
      path('M810 240L920 250L1130 900L830 900Z', shaft)
    )
  )
  v.add(group(`filter="${v.blur(12)}"`, wisp(520, 520, 300, 50, '#e8ece8', 20, 0.3)))
  v.glow(1050, 500, 260, '#ffc06a', 0.36)
  v.vignette('#070402', 0.58)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    blur: 2.6,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [-0.2, 2.9, 10], target: [0, 3.8, -5], view: 10.6 },
      meshes,
      lights: [
        { at: [-3, 14, -26], colour: '#d4e8f4', strength: 2, soft: 0.12 },
        { at: [0, 5, -11.6], colour: '#d4e8f4', strength: 1.6, reach: 4, soft: 0.4, shadow: false },
        { at: [2.9, 2.5, 0.9], colour: '#ffb458', strength: 2.4, reach: 2.6, soft: 0.35, shadow: false },
        { at: [-5, 3.4, 5], colour: '#d8a868', strength: 0.9, reach: 3.6, soft: 0.5, shadow: false },
      ],
      sky: '#8a9498',
      ground: '#6a4a2a',
      ambient: 0.62,
      crease: 0.7,
      haze: { colour: '#93a09a', from: 12, to: 40, most: 0.6 },
    },
  }
}
