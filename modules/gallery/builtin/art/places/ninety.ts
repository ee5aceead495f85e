import { Canvas, circle } from '../flat/canvas.ts'
import { stars } from '../flat/nature.ts'
import { tomatoPlant } from '../people/ninety.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { lathe, place, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { block, ground, wall } from '../solid/room.ts'

const hull: Material = { colour: '#3c4a52', facet: 0.9, gloss: 0.5, sharp: 16 }
const dark: Material = { colour: '#161f26', facet: 0.9, gloss: 0.5 }

/** Relay Station 90: the long corridor whose lamps come on one by one, the burnt-out star at its end, one plant. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  b.fill(b.linear(['0 #02060a', '1 #061218']))
  b.add(stars(420, 1600, 900, 19, '#d8fff8'))
  b.glow(800, 400, 420, '#bff7ff', 0.5)
  b.glow(720, 380, 150, '#ffffff', 0.9)
  b.add(circle(720, 380, 22, '#ffffff'))
  b.add(circle(890, 486, 58, b.radial(['0 #1a4a54', '.7 #0c262e', '1 #04090c'], [0.25, 0.2, 0.9])))
  b.facets(91, [740, 390], '#c8fff8', '#000306', 0.16, 120)

  const meshes: Mesh[] = [
    ground([-2.2, 2.2], [7, -26], 0, [8, 44], { ...hull, colour: '#27323a', gloss: 1, sharp: 26 }, (c, r) =>
      (c === 3 || c === 4) && r % 2 ? '#1a242b' : ['#2b373f', '#26313a', '#303c44'][(c * 5 + r * 3) % 3]!
    ),
    ground([-1.7, 1.7], [7, -26], 4.6, [4, 33], hull, (c, r) => ['#222c34', '#1c262e'][(c + r) % 2]!),
  ]
  for (const s of [-1, 1]) {
    meshes.push(
      wall([s * 2.2, 7], [s * 3, 7], [0, 1.4], [1, 1], dark),
      wall(
        [s * 3, 7],
        [s * 3, -26],
        [1.2, 3.4],
        [33, 4],
        hull,
        (c, r) => ['#36434b', '#303c44', '#3d4a52', '#2b363e'][(c * 7 + r * 3) % 4]!
      ),
      ground(s > 0 ? [2.2, 3] : [-3, -2.2], [7, -26], 0, [1, 33], dark, undefined, (x) => (Math.abs(x) - 2.2) * 1.5),
      ground(s > 0 ? [1.7, 3] : [-3, -1.7], [7, -26], 3.4, [1, 33], hull, undefined, (x) => (3 - Math.abs(x)) * 0.92)
    )
    for (let n = 0; n < 11; n++) {
      const z = 4.4 - n * 2.9
      meshes.push(
        block([s * 2.95, 2.3, z], [0.34, 2.5, 0.4], { ...hull, colour: '#4c5a62' }),
        place(block([0, 0, 0], [1.9, 0.34, 0.4], { ...hull, colour: '#4c5a62' }), [s * 2.3, 4, z], [0, 0, s * -42]),
        place(block([0, 0, 0], [1.6, 0.3, 0.4], { ...hull, colour: '#37444c' }), [s * 2.6, 0.6, z], [0, 0, s * 56]),
        block([s * 2.78, 2.9, z - 1.4], [0.08, 0.16, 1.3], {
          colour: n < 8 ? '#ffd9a0' : '#5a4a38',
          glow: n < 8 ? 1.7 : 0.3,
        }),
        tube(
          [
            [s * 2.86, 1.7, z],
            [s * 2.8, 1.66, z - 1.4],
            [s * 2.86, 1.7, z - 2.9],
          ],
          [0.07, 0.07],
          { colour: n % 3 ? '#6a3a2a' : '#2f6a6a', gloss: 0.6 },
          { sides: 6, steps: 6 }
        )
      )
      if (n % 3 === 1)
        meshes.push(
          block([s * 2.92, 2.1, z - 1.4], [0.1, 0.7, 0.9], dark),
          block([s * 2.85, 2.1, z - 1.4], [0.04, 0.5, 0.7], { colour: '#2fd0bc', glow: 0.9 })
        )
    }
    meshes.push(block([s * 1.5, 4.5, -9], [0.2, 0.16, 34], { colour: '#55636b', facet: 1 }))
  }
  const end = lathe(
    [
      [2.05, -0.3],
      [2.4, -0.3],
      [3.9, 0.2],
      [3.9, -0.4],
    ],
    { ...hull, colour: '#323e46' },
    28
  )
  meshes.push(
    place(end, [0, 2.3, -24], [90, 0, 0]),
    place(
      lathe(
        [
          [2.02, -0.4],
          [2.06, 0.1],
          [2.3, 0.24],
          [2.42, 0],
        ],
        { ...hull, colour: '#8a989e', gloss: 1.4 },
        40
      ),
      [0, 2.3, -23.9],
      [90, 0, 0]
    )
  )
  meshes.push(
    ...moved(tomatoPlant(), [1.62, 0.85, 2.6], [0, 20, 0], 0.058),
    block([1.62, 0.42, 2.6], [0.9, 0.84, 0.8], { ...hull, colour: '#4a565c' })
  )
  meshes.push(
    tube(
      [
        [-1.2, 4.7, 1.4],
        [-1.6, 3.6, 1.2],
        [-1, 3, 1.6],
        [-0.6, 2.5, 1.9],
      ],
      [0.16, 0.14, 0.12, 0.1],
      { colour: '#8a969c', gloss: 1, facet: 0.6 },
      { sides: 8 }
    )
  )
  for (const k of [-1, 1])
    meshes.push(
      tube(
        [
          [-0.6, 2.5, 1.9],
          [-0.52 + k * 0.12, 2.3, 1.94],
          [-0.5 + k * 0.04, 2.1, 1.96],
        ],
        [0.05, 0.05, 0.02],
        dark,
        { sides: 5, steps: 5 }
      )
    )

  const v = new Canvas(1600, 900)
  v.glow(770, 410, 330, '#9ff4ee', 0.1)
  v.glow(742, 392, 70, '#ffffff', 0.85)
  v.glow(1130, 560, 170, '#ffca8a', 0.16)
  v.vignette('#000306', 0.55)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    veil: v,
    bloom: 0.6,
    scene: {
      camera: { eye: [-0.5, 1.9, 8], target: [0, 2.2, -6], view: 6.6 },
      meshes,
      lights: [
        ...[3, -2.8, -8.6, -14.4].flatMap((z, n) =>
          [-1, 1].map((s) => ({
            at: [s * 2.2, 3, z] as const,
            colour: '#ffc98c',
            strength: 1.3 - n * 0.16,
            reach: 1.7,
            soft: 0.3,
            shadow: false,
          }))
        ),
        { at: [-0.5, 4, -30], colour: '#aef4ff', strength: 1.1, soft: 0.1, shadow: false },
        { at: [0.8, 3.2, 5.2], colour: '#fff0da', strength: 1.3, reach: 2.2, soft: 0.3, shadow: false },
      ],
      sky: '#3c6a74',
      ground: '#1c2a2c',
      ambient: 0.5,
      crease: 0.6,
      haze: { colour: '#16444c', from: 9, to: 40, most: 0.7 },
    },
  }
}
