import { Canvas, rect } from '../flat/canvas.ts'
import { rain } from '../flat/nature.ts'
import { loaf } from '../people/sunny.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground, wall } from '../solid/room.ts'
import { chance } from '../solid/vector.ts'

const steel: Material = { colour: '#7c8490', facet: 0.6, gloss: 1, sharp: 22 }
const wood: Material = { colour: '#6a4226', facet: 0.9, gloss: 0.2 }

/** The back kitchen of Crumb & Sons at ten to three: rain on the skylight, the oven's fire, dough asleep under its cloth. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  const random = chance(15)
  b.fill(b.linear(['0 #4a74c8', '1 #1c2f66']))
  b.add(rain(300, 1600, 500, 6, '#eaf2ff', 0.6, 40), rect(0, 500, 1600, 400, '#10162c'))
  const brick = (c: number, r: number) =>
    ['#3c4a7a', '#364472', '#445284', '#303d68', '#4a5688'][(c * 7 + r * 11 + ((c * r) % 3)) % 5]!
  const meshes: Mesh[] = [
    wall([-9, -7], [9, -7], [0, 6], [30, 17], { colour: '#3c4a7a', facet: 1, gloss: 0.3 }, brick),
    wall([-9, 7], [-9, -7], [0, 6], [20, 14], { colour: '#3c4a7a', facet: 1, gloss: 0.3 }, brick),
    wall([9, -7], [9, 7], [0, 6], [20, 14], { colour: '#3c4a7a', facet: 1, gloss: 0.3 }, brick),
    ground([-9, 9], [7, -7], 0, [18, 14], { colour: '#4a3c3a', facet: 1, gloss: 1, sharp: 26 }, (c, r) =>
      (c + r) % 2 ? '#5a4640' : '#3a302f'
    ),
    // the sloping roof with its skylight
    ...[
      [-9, -4.4],
      [1.4, 9],
    ].map(([a, c]) =>
      sheet((u, v) => [a! + (c! - a!) * u, 5.4 + v * 3, -7 + v * 9], [4, 6], { colour: '#2a3154', facet: 0.9 })
    ),
    sheet((u, v) => [-4.4 + 5.8 * u, 5.4 + v * 0.5, -7 + v * 1.5], [3, 2], { colour: '#2a3154', facet: 0.9 }),
    ...[-4.4, -1.5, 1.4].map((x) => beam([x, 5.8, -5.6], [x, 8.4, 2], 0.16, { colour: '#141a30' })),
    beam([-4.4, 6.6, -3.4], [1.4, 6.6, -3.4], 0.12, { colour: '#141a30' }),
    beam([-4.4, 5.85, -5.5], [1.4, 5.85, -5.5], 0.18, { colour: '#141a30' }),
  ]
  // the oven
  const o = [5.4, 0, -5.4] as const
  meshes.push(
    block([o[0], 2.3, o[2] - 0.6], [5, 4.6, 1.8], { ...steel, colour: '#5a4a4a' }),
    block([o[0], 4.4, o[2] + 0.34], [5, 0.5, 0.1], { ...steel, colour: '#3a3438' }),
    ...[1.3, 2.75].flatMap((y) => [
      block([o[0], y, o[2] + 0.32], [4.2, 1.2, 0.08], { ...steel, colour: '#2a2224' }),
      block([o[0], y, o[2] + 0.37], [3.7, 0.86, 0.04], { colour: '#ff8a2a', glow: 1.3 }),
      ...[0, 1, 2, 3, 4].map((n) =>
        place(ball([0.3, 0.24, 0.1], { colour: '#5a2408', facet: 0.7 }, [9, 6]), [
          o[0] - 1.4 + n * 0.7,
          y - 0.18,
          o[2] + 0.42,
        ])
      ),
      block([o[0], y - 0.44, o[2] + 0.42], [3.7, 0.06, 0.04], { colour: '#2a1408' }),
      tube(
        [
          [o[0] - 1.7, y + 0.74, o[2] + 0.42],
          [o[0], y + 0.74, o[2] + 0.56],
          [o[0] + 1.7, y + 0.74, o[2] + 0.42],
        ],
        [0.07, 0.07],
        steel,
        { sides: 7, steps: 8 }
      ),
    ]),
    ...[0, 1, 2].map((n) =>
      place(
        lathe(
          [
            [0.14, 0],
            [0.14, 0.1],
            [0, 0.1],
          ],
          { colour: '#c8ccd4', gloss: 1.4 },
          12
        ),
        [o[0] - 1.7 + n * 0.5, 4.4, o[2] + 0.4],
        [90, 0, 0]
      )
    ),
    block([o[0] + 1.2, 4.4, o[2] + 0.41], [1, 0.26, 0.04], { colour: '#5cf08a', glow: 0.8 }),
    tube(
      [
        [o[0] + 1.6, 4.6, o[2] - 0.8],
        [o[0] + 1.6, 7.4, o[2] - 0.8],
      ],
      [0.34, 0.34],
      steel,
      { sides: 12, steps: 3 }
    )
  )
  // racks of loaves
  for (let r = 0; r < 5; r++) {
    meshes.push(block([-6.4, 0.8 + r * 0.86, -5.6], [3.6, 0.07, 1.3], steel))
    for (let n = 0; n < 4; n++)
      meshes.push(
        ...moved(
          loaf(),
          [-7.6 + n * 0.82, 1.1 + r * 0.86, -5.4 + (random() - 0.5) * 0.2],
          [10, random() * 120, 0],
          0.037
        )
      )
  }
  for (const x of [-8.2, -4.6]) for (const z of [-6.2, -5]) meshes.push(beam([x, 0, z], [x, 5, z], 0.09, steel))
  // the table: dough under cloths, flour, the phone, the radio
  meshes.push(
    ground(
      [-6, 6],
      [4.6, 0],
      1.5,
      [18, 8],
      { ...wood, gloss: 0.35 },
      (c, r) => ['#7a5030', '#704828', '#845836'][(r * 5 + Math.floor(c / 6)) % 3]!
    ),
    block([0, 1.32, 0], [12, 0.34, 0.12], wood),
    ...[0, 1, 2, 3, 4].flatMap((n) =>
      [0, 1].map((k) =>
        place(
          sheet(
            (u, v) => {
              const [x, z] = [(u - 0.5) * 1.5, (v - 0.5) * 1.3]
              const d = Math.hypot(x, z)
              return [x, Math.max(0.03 + Math.sin(x * 14 + z * 9) * 0.015, 0.5 * Math.cos(Math.min(1.57, d * 1.9))), z]
            },
            [12, 10],
            { colour: k ? '#c4beb4' : '#cfc8bc', facet: 0.7 }
          ),
          [-2.4 + n * 1.06, 1.52, 0.9 + k * 1.1],
          [0, (random() - 0.5) * 30, 0],
          0.74
        )
      )
    ),
    ...moved(loaf(), [3.6, 1.82, 1.1], [14, 30, 0], 0.058),
    ...moved(loaf(), [4.5, 1.82, 1.9], [14, -50, 0], 0.058),
    place(
      lathe(
        [
          [0.6, 0],
          [0.68, 0.5],
          [0.62, 1.1],
          [0.5, 1.4],
          [0.34, 1.5],
          [0.5, 1.66],
        ],
        { colour: '#d8cdb4', facet: 1 },
        9
      ),
      [-4.4, 1.5, 1.2]
    ),
    block([-4.34, 2.1, 1.86], [0.66, 0.5, 0.05], { colour: '#b8402e' }, 6),
    place(block([0, 0, 0], [0.5, 0.95, 0.06], { colour: '#14161c', gloss: 1 }), [-3.5, 2, 1.9], [-16, 12, 0]),
    place(block([0, 0, 0], [0.44, 0.86, 0.02], { colour: '#9ecbff', glow: 1.5 }), [-3.49, 2.01, 1.94], [-16, 12, 0]),
    block([2.3, 1.86, 0.5], [1.1, 0.7, 0.4], { colour: '#a8322a', gloss: 0.6 }, -14),
    place(
      lathe(
        [
          [0.22, 0],
          [0.22, 0.06],
          [0, 0.06],
        ],
        { colour: '#2a1614' },
        14
      ),
      [2.08, 1.86, 0.74],
      [90, -14, 0]
    ),
    block([2.54, 1.94, 0.66], [0.36, 0.14, 0.04], { colour: '#ffd07a', glow: 0.9 }, -14),
    beam([2.7, 2.2, 0.4], [3.2, 3.1, 0.3], 0.03, steel),
    place(ball([1.5, 0.03, 0.7], { colour: '#e8e2d6', facet: 0.9 }, [14, 5]), [0.6, 1.51, 3.4]),
    tube(
      [
        [0, 1.68, 3.2],
        [1.8, 1.68, 3.6],
      ],
      [0.13, 0.13],
      { colour: '#b0783e', facet: 0.4 },
      { sides: 9, steps: 3 }
    ),
    ...[-1.6, 1.4].flatMap((x) => [
      tube(
        [
          [x, 7.6, -0.6],
          [x, 5.3, -0.6],
        ],
        [0.025, 0.025],
        { colour: '#10142a' },
        { sides: 4, steps: 2 }
      ),
      place(
        lathe(
          [
            [0.55, 0],
            [0.42, 0.16],
            [0.12, 0.36],
            [0.08, 0.5],
          ],
          { ...steel, colour: '#2b3a66' },
          18
        ),
        [x, 4.84, -0.6]
      ),
      place(ball(0.15, { colour: '#ffe2b0', glow: 2 }, [8, 6]), [x, 4.8, -0.6]),
    ])
  )
  const v = new Canvas(1600, 900)
  v.glow(1240, 520, 420, '#ff8a30', 0.36)
  v.glow(440, 620, 120, '#9ecbff', 0.26)
  v.add(
    `<path d="M560 60L880 60L980 720L420 720Z" fill="${v.linear(['0 #9ec2ff .3', '1 #9ec2ff 0'])}" filter="${v.blur(26)}"/>`
  )
  v.vignette('#02030c', 0.55)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    blur: 1.6,
    veil: v,
    bloom: 0.55,
    scene: {
      camera: { eye: [-0.2, 3.3, 10], target: [0, 3.1, -2], view: 8.2 },
      meshes,
      lights: [
        { at: [-2, 20, -4], colour: '#8fb4ff', strength: 1.5, soft: 0.15, shadow: false },
        { at: [5, 2, -3.6], colour: '#ff8a30', strength: 2.6, reach: 3, soft: 0.4, shadow: false },
        { at: [-1.6, 4.5, -0.4], colour: '#ffcf94', strength: 1.5, reach: 2.5, soft: 0.3, shadow: false },
        { at: [1.4, 4.5, -0.4], colour: '#ffcf94', strength: 1.5, reach: 2.5, soft: 0.3, shadow: false },
        { at: [-3.4, 2.2, 2.6], colour: '#9ecbff', strength: 0.7, reach: 1.1, soft: 0.4, shadow: false },
      ],
      sky: '#5a74c8',
      ground: '#8a4a28',
      ambient: 0.42,
      crease: 0.6,
    },
  }
}
