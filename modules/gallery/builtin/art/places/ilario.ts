import { Canvas, circle, path, rect } from '../flat/canvas.ts'
import { hills, ridge, stars } from '../flat/nature.ts'
import { key } from '../people/ilario.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground, wall } from '../solid/room.ts'
import { chance } from '../solid/vector.ts'

const brass: Material = { colour: '#c8933a', facet: 0.5, gloss: 1.4, sharp: 24 }
const wood: Material = { colour: '#4a1f16', facet: 0.8, gloss: 0.5, sharp: 18 }

/** The lobby of the Grand Hotel Miramonte at ten past two: snow behind the tall windows, the lamp on the desk, the keys. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  const random = chance(4)
  b.fill(b.linear(['0 #0c1a3c', '.5 #2c4a7c', '.62 #7f9cc0', '1 #c3d2e4']))
  b.add(stars(120, 1600, 360, 3), circle(860, 190, 40, '#eef4ff'))
  b.glow(860, 190, 260, '#cfe0ff', 0.6)
  b.add(
    path(ridge(1600, 700, 380, 240, 8), '#5c7aa6'),
    path(ridge(1600, 700, 450, 160, 15), '#88a4c8'),
    path(hills(1600, 900, 540, 30, 2), '#d4e0ee')
  )
  for (let n = 0; n < 500; n++)
    b.add(
      circle(
        Math.round(random() * 1600),
        Math.round(random() * 700),
        1 + random() * 2.4,
        '#ffffff',
        `opacity="${(0.3 + random() * 0.6).toFixed(2)}"`
      )
    )

  const meshes: Mesh[] = [
    ground([-12, 12], [7, -9], 0, [24, 16], { colour: '#7a6a5c', facet: 1, gloss: 1.3, sharp: 30 }, (c, r) =>
      (c + r) % 2 ? '#1c1214' : '#8a7a68'
    ),
    ground([-12, 12], [7, -9], 7.2, [8, 5], { ...wood, colour: '#3a1820' }, (c, r) =>
      (c + r) % 2 ? '#3a1822' : '#4a2028'
    ),
    ...[
      [-12, -6.6],
      [-4.2, -2.6],
      [-0.2, 1.4],
      [3.8, 12],
    ].map(([a, c]) =>
      wall(
        [a!, -9],
        [c!, -9],
        [0, 7.2],
        [Math.max(2, Math.round((c! - a!) / 1.2)), 6],
        { colour: '#5a1624', facet: 0.9, gloss: 0.2 },
        (x, y) => ['#5a1624', '#52121f', '#641a2a'][(x * 3 + y) % 3]!
      )
    ),
    wall([-6.6, -9], [3.8, -9], [0, 0.9], [8, 1], wood),
    wall([-6.6, -9], [3.8, -9], [5.8, 7.2], [8, 1], { colour: '#5a1624' }),
  ]
  for (const x of [-5.4, -1.4, 2.6]) {
    meshes.push(
      block([x, 3.35, -8.95], [0.09, 4.9, 0.12], wood),
      ...[2.3, 3.7].map((y) => block([x, y, -8.95], [2.4, 0.09, 0.12], wood)),
      block([x, 5.84, -8.8], [2.9, 0.26, 0.4], brass),
      block([x, 0.95, -8.7], [2.8, 0.16, 0.6], { colour: '#c9bfb0', facet: 1 })
    )
    for (const s of [-1, 1])
      meshes.push(
        sheet(
          (u, v) => {
            const pinch = 1 - 0.5 * Math.exp(-(((v - 0.36) / 0.2) ** 2))
            return [x + s * (1.75 - (0.9 - u * 0.9) * pinch), 0.4 + v * 5.4, -8.5 + Math.sin(u * 20) * 0.14]
          },
          [56, 32],
          { colour: '#8a1c30', facet: 0.2, gloss: 0.15, through: '#a02a3a' }
        )
      )
  }
  for (const [x, z] of [
    [-7.4, -3.4],
    [-7.4, 1.6],
    [7.8, -6.4],
  ] as const)
    meshes.push(
      place(
        lathe(
          [
            [0.75, 0],
            [0.75, 0.3],
            [0.5, 0.5],
            [0.46, 2],
            [0.42, 6],
            [0.5, 6.1],
            [0.8, 6.7],
            [0.85, 7.2],
          ],
          { colour: '#a8927a', facet: 0.6, gloss: 0.7 },
          16
        ),
        [x, 0, z]
      ),
      place(
        lathe(
          [
            [0.54, 0],
            [0.6, 0.1],
            [0.54, 0.2],
          ],
          brass,
          16
        ),
        [x, 5.9, z]
      )
    )
  // the desk, its lamp, the pigeonholes
  meshes.push(
    block([5.6, 0.75, -1.6], [6.8, 1.5, 1.5], wood),
    block([5.6, 1.56, -1.6], [7.2, 0.14, 1.9], { ...wood, colour: '#6a2e1c', gloss: 1.1 }),
    ...[0, 1, 2, 3, 4].map((n) => block([3 + n * 1.32, 0.78, -0.83], [1, 1, 0.08], { ...wood, colour: '#5c281a' })),
    ...[0, 1, 2, 3, 4].map((n) => block([3 + n * 1.32, 0.78, -0.78], [0.8, 0.06, 0.04], brass)),
    place(
      lathe(
        [
          [0.34, 0],
          [0.36, 0.08],
          [0.08, 0.14],
          [0.06, 0.8],
          [0.1, 0.84],
        ],
        brass,
        16
      ),
      [4, 1.63, -1.4]
    ),
    place(
      sheet(
        (u, v) => {
          const a = u * Math.PI
          return [(v - 0.5) * 1.15, Math.sin(a) * 0.24, Math.cos(a) * 0.3]
        },
        [10, 8],
        { colour: '#1f8a5a', glow: 0.55, gloss: 1, through: '#3fd08a' }
      ),
      [4, 2.44, -1.4]
    ),
    place(ball([0.5, 0.06, 0.2], { colour: '#fff0c0', glow: 2.4 }, [10, 6]), [4, 2.46, -1.36]),
    place(block([0, 0, 0], [1, 0.05, 0.9], { colour: '#e9dfc8', facet: 1 }), [5.3, 1.7, -1.3], [-6, 4, 5]),
    place(block([0, 0, 0], [1, 0.05, 0.9], { colour: '#efe6d2', facet: 1 }), [6.28, 1.7, -1.3], [-6, 4, -5]),
    beam([6.1, 1.8, -0.9], [6.7, 1.84, -1.2], 0.04, { colour: '#101018', gloss: 1 }),
    place(
      lathe(
        [
          [0.26, 0],
          [0.26, 0.05],
          [0.2, 0.14],
          [0.06, 0.22],
          [0, 0.28],
        ],
        brass,
        16
      ),
      [7.2, 1.64, -1]
    ),
    place(
      lathe(
        [
          [0.2, 0],
          [0.26, 0.2],
          [0.2, 0.5],
          [0.1, 0.6],
          [0.12, 0.7],
          [0, 0.78],
        ],
        { colour: '#c4c8cc', gloss: 2, facet: 0.15 },
        28
      ),
      [3.1, 1.63, -1.2]
    ),
    block([8.1, 3.9, -4.6], [5.2, 4.6, 0.3], wood)
  )
  for (let r = 0; r < 6; r++)
    for (let c = 0; c < 7; c++) {
      const [x, y] = [5.9 + c * 0.72, 2 + r * 0.72]
      meshes.push(
        block([x, y, -4.46], [0.6, 0.6, 0.12], { colour: '#1c0a0c', facet: 1 }),
        block([x, y - 0.33, -4.34], [0.7, 0.06, 0.26], { ...wood, colour: '#6a2e1c' }),
        block([x - 0.35, y, -4.34], [0.05, 0.7, 0.26], { ...wood, colour: '#6a2e1c' })
      )
      if (random() < 0.72) meshes.push(...moved(key(), [x, y + 0.2, -4.3], [0, 0, (random() - 0.5) * 8], 0.062))
      else if (random() < 0.5)
        meshes.push(
          place(block([0, 0, 0], [0.34, 0.24, 0.03], { colour: '#efe6d4' }), [x, y - 0.16, -4.3], [-12, 0, 14])
        )
    }
  // stairs that go up on the left, an armchair, the chandelier
  for (let n = 0; n < 12; n++)
    meshes.push(
      block([-9.6, 0.16 + n * 0.3, -2.6 - n * 0.46], [3.4, 0.32, 0.5], { colour: '#7a6a5c', facet: 1, gloss: 0.6 }),
      block([-9.6, 0.33 + n * 0.3, -2.6 - n * 0.46], [2, 0.04, 0.52], { colour: '#8a1c30', facet: 1 })
    )
  const leather: Material = { colour: '#3a6a5c', facet: 0.25, gloss: 0.35, sharp: 12 }
  const armchair: Mesh[] = [
    // a back that is wider above and curves forward at its wings
    sheet(
      (u, v) => {
        const a = u * Math.PI * 2
        const [c, s] = [Math.cos(a), Math.sin(a)]
        const wide = 0.86 + 0.16 * v
        const round = Math.sqrt(Math.max(0, 1 - Math.max(0, (v - 0.72) / 0.28) ** 2))
        const x = Math.sign(c) * Math.abs(c) ** 0.5 * wide * (0.35 + 0.65 * round)
        return [x, 0.35 + v * 1.75, -0.62 + s * 0.2 + x * x * 0.34 - v * 0.18]
      },
      [40, 18],
      leather,
      true
    ),
    place(ball([0.76, 0.24, 0.7], { ...leather, colour: '#44786a' }, [28, 14]), [0, 0.72, 0.02]),
    block([0, 0.42, -0.02], [1.5, 0.42, 1.24], leather),
    ...[-1, 1].flatMap((s) => [
      tube(
        [
          [s * 0.84, 0.98, -0.6],
          [s * 0.86, 1, 0.1],
          [s * 0.86, 0.97, 0.62],
          [s * 0.86, 0.8, 0.72],
        ],
        [0.2, 0.2, 0.21, 0.14],
        leather,
        { sides: 14, steps: 22, up: [0, 1, 0] }
      ),
      block([s * 0.86, 0.55, 0.02], [0.3, 0.72, 1.26], leather),
      place(ball(0.05, brass, [8, 6]), [s * 0.86, 0.92, 0.83]),
      block([s * 0.72, 0.1, 0.5], [0.12, 0.2, 0.12], wood),
    ]),
  ]
  meshes.push(
    ...moved(armchair, [-3.9, 0, -4.3], [0, 24, 0], 1.12),
    // a small table beside it, with somebody's cup gone cold
    place(
      lathe(
        [
          [0.34, 0],
          [0.3, 0.05],
          [0.06, 0.12],
          [0.06, 0.9],
          [0.5, 0.94],
          [0.52, 1],
          [0, 1.01],
        ],
        { ...wood, colour: '#6a2e1c', facet: 0.3, gloss: 0.8 },
        28
      ),
      [-2.1, 0, -3.9]
    ),
    place(
      lathe(
        [
          [0.1, 0],
          [0.14, 0.06],
          [0.15, 0.2],
          [0.12, 0.2],
        ],
        { colour: '#e9e4da', gloss: 1, facet: 0.2 },
        18
      ),
      [-2.1, 1.01, -3.9]
    ),
    // the runner before the desk
    ground([-1.6, 2.2], [7, -7.4], 0.015, [19, 60], { colour: '#7a1626', facet: 1, gloss: 0.05 }, (c) =>
      c === 1 || c === 17 ? '#b8863a' : c === 0 || c === 18 ? '#4a0c18' : '#7a1626'
    )
  )
  for (let n = 0; n < 10; n++) {
    const a = (n / 10) * Math.PI * 2
    const [x, z] = [-1.2 + Math.cos(a) * 1.15, -3.4 + Math.sin(a) * 1.15]
    meshes.push(
      tube(
        [
          [-1.2, 5.5, -3.4],
          [(x - 1.2) / 2, 5.05, (z - 3.4) / 2],
          [x, 5.4, z],
        ],
        [0.05, 0.04],
        brass,
        { sides: 5, steps: 6 }
      ),
      place(
        lathe(
          [
            [0.05, 0],
            [0.05, 0.24],
          ],
          { colour: '#fff4dc', glow: 0.8 },
          6
        ),
        [x, 5.44, z]
      ),
      place(ball([0.07, 0.13, 0.07], { colour: '#ffdf9a', glow: 2.6 }, [6, 5]), [x, 5.8, z])
    )
  }
  meshes.push(
    tube(
      [
        [-1.2, 5.4, -3.4],
        [-1.2, 7.2, -3.4],
      ],
      [0.06, 0.06],
      brass,
      { sides: 6, steps: 2 }
    ),
    place(ball([0.3, 0.5, 0.3], brass, [10, 8]), [-1.2, 5.5, -3.4])
  )

  const v = new Canvas(1600, 900)
  for (let n = 0; n < 5; n++) v.glow(552 + n * 56, 148 + (n % 2) * 12, 60, '#ffd08a', 0.4)
  v.glow(1120, 470, 270, '#ffbe6a', 0.34)
  v.glow(640, 200, 260, '#ffd49a', 0.26)
  v.add(rect(0, 0, 1600, 900, v.linear(['0 #10040a .25', '1 #10040a 0'])))
  v.vignette('#070106', 0.58)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    blur: 1.4,
    veil: v,
    bloom: 0.55,
    scene: {
      camera: { eye: [-0.2, 2.4, 9.4], target: [0.2, 2.9, -3], view: 8.6 },
      meshes,
      lights: [
        { at: [-4, 12, -22], colour: '#8fb6ff', strength: 1.5, soft: 0.1 },
        { at: [4, 2.2, -0.6], colour: '#ffb860', strength: 2, reach: 2, soft: 0.35, shadow: false },
        { at: [6.8, 4.6, -2.4], colour: '#ffb056', strength: 1.6, reach: 2.6, soft: 0.3, shadow: false },
        { at: [-1.2, 5.6, -3.4], colour: '#ffc98a', strength: 1.5, reach: 3.4, soft: 0.3, shadow: false },
        { at: [-9, 3, 3], colour: '#c8506a', strength: 0.6, reach: 4, soft: 0.5, shadow: false },
      ],
      sky: '#7a5a70',
      ground: '#5a2a20',
      ambient: 0.42,
      crease: 0.6,
      haze: { colour: '#3a2440', from: 11, to: 34, most: 0.6 },
    },
  }
}
