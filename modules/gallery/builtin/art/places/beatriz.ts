import { Canvas, circle, path, rect } from '../flat/canvas.ts'
import { rain } from '../flat/nature.ts'
import { violin } from '../people/beatriz.ts'
import type { Picture } from '../picture.ts'
import { moved } from '../solid/cloth.ts'
import { ball, lathe, place, sheet, tube, type Material, type Mesh } from '../solid/mesh.ts'
import { beam, block, ground, wall } from '../solid/room.ts'
import { chance } from '../solid/vector.ts'

const oak: Material = { colour: '#6a3c1e', facet: 0.85, gloss: 0.3, sharp: 14 }

/** The workshop on the Rua das Gaivotas on a wet afternoon: the tram outside, violins in the window's light. */
export const scene = (): Picture => {
  const b = new Canvas(1600, 900)
  const random = chance(6)
  b.fill(b.linear(['0 #b9ccd6', '.5 #d8dcd8', '1 #a8a090']))
  for (const [x, w, top, colour] of [
    [380, 150, 250, '#d9a07a'],
    [520, 170, 190, '#e8cfa4'],
    [680, 130, 260, '#b8c4c2'],
    [800, 190, 210, '#e0b48c'],
    [980, 160, 250, '#cdb8b0'],
    [1130, 170, 220, '#d8a888'],
  ] as const) {
    b.add(
      rect(x, top, w, 520, colour),
      path(`M${x - 8} ${top}L${x + w / 2} ${top - 50}L${x + w + 8} ${top}Z`, '#a85a40')
    )
    for (let r = 0; r < 4; r++)
      for (let c = 0; c < 3; c++)
        b.add(
          rect(
            x + 16 + (c * (w - 30)) / 3,
            top + 24 + r * 74,
            24,
            42,
            random() < 0.3 ? '#ffd890' : '#5c6a74',
            'opacity=".8"'
          )
        )
  }
  b.add(
    rect(690, 470, 260, 130, '#f0b428', 'rx="16"'),
    rect(690, 470, 260, 62, '#fff4d8', 'rx="16"'),
    ...[0, 1, 2, 3, 4].map((n) => rect(704 + n * 48, 484, 38, 42, '#5c6a74')),
    rect(690, 540, 260, 8, '#a8761a'),
    circle(716, 570, 10, '#fff6d0'),
    circle(924, 570, 10, '#fff6d0')
  )
  b.glow(716, 570, 70, '#fff0b0', 0.8)
  b.add(rain(240, 1600, 700, 8, '#ffffff', 0.45, 40))

  // azulejos: each tile is drawn in nine by nine squares, a star between quarter rings
  const tile = (c: number, r: number) => {
    const [i, j] = [Math.abs((c % 9) - 4), Math.abs((r % 9) - 4)]
    if (i === 4 && j === 4) return '#b8903c'
    if (i === 4 || j === 4) return '#c4c8c4'
    if (i + j > 5) return '#4f7cb4'
    if (i + j === 0) return '#c99b3f'
    return Math.min(i, j) === 0 || (i === j && i < 2) ? '#2f5b94' : '#e4e6e2'
  }
  const plaster = (c: number, r: number) => ['#8a6248', '#825a42', '#926a4e'][(c * 3 + r * 5) % 3]!
  const meshes: Mesh[] = [
    wall([-9, -4], [-2.9, -4], [1.9, 7], [7, 6], { colour: '#8a6248', facet: 0.9 }, plaster),
    wall([2.9, -4], [9, -4], [1.9, 7], [7, 6], { colour: '#8a6248', facet: 0.9 }, plaster),
    wall([-2.9, -4], [2.9, -4], [5.5, 7], [6, 2], { colour: '#8a6248', facet: 0.9 }, plaster),
    wall(
      [-9, -3.96],
      [9, -3.96],
      [0.4, 1.95],
      [24 * 9, 18],
      { colour: '#e4e6e2', facet: 1, gloss: 0.5, sharp: 24 },
      tile
    ),
    wall([-9, -4], [-9, 6], [0, 7], [8, 6], { colour: '#7a5540', facet: 0.9 }, plaster),
    wall([9, 6], [9, -4], [0, 7], [8, 6], { colour: '#7a5540', facet: 0.9 }, plaster),
    ground([-9, 9], [6, -4], 7, [10, 6], oak, (c) => (c % 2 ? '#4a2a18' : '#57331d')),
    ...[-6, -2, 2, 6].map((x) => beam([x, 6.8, -4], [x, 6.8, 6], 0.34, { colour: '#3e2212', facet: 1 })),
    block([0, 1.98, -3.8], [6.4, 0.14, 0.7], oak),
    ...[-2.95, 2.95].map((x) => block([x, 3.75, -3.9], [0.22, 3.6, 0.3], oak)),
    block([0, 5.5, -3.9], [6.1, 0.22, 0.3], oak),
    block([0, 3.75, -3.92], [0.14, 3.5, 0.16], oak),
    block([0, 4.3, -3.92], [5.9, 0.12, 0.14], oak),
    beam([-8, 6, -3.7], [-3.4, 6, -3.7], 0.09, { colour: '#2a1810' }),
    beam([3.4, 6, -3.7], [8, 6, -3.7], 0.09, { colour: '#2a1810' }),
    ...[-7.2, -5.7, -4.2].flatMap((x, n) =>
      moved(
        violin(['#8a3c14', '#a4501c', '#6a2a10'][n]!),
        [x, 4.1 - (n % 2) * 0.1, -3.55],
        [0, n * 8 - 6, n % 2 ? 2 : -2],
        0.048
      )
    ),
    ...[4.3, 5.8, 7.3].flatMap((x, n) =>
      moved(
        violin(['#a4501c', '#7a3212', '#9a4618'][n]!),
        [x, 4.1 - (n % 2) * 0.12, -3.55],
        [0, 6 - n * 7, n % 2 ? -2 : 2],
        0.048
      )
    ),
    // the bench
    ground(
      [-8, 8],
      [5.4, -0.4],
      1.3,
      [16, 8],
      { ...oak, gloss: 0.7, sharp: 20 },
      (c, r) => ['#6a3c1e', '#734322', '#613618', '#7a4826'][(r * 5 + Math.floor(c / 5)) % 4]!
    ),
    block([0, 1.1, -0.42], [16, 0.4, 0.1], oak),
    ...moved(violin('#a4501c'), [0.9, 1.52, 2], [-88, 0, 0], 0.07).map((mesh) =>
      place(mesh, [-0.6, 0, 1.4], [0, -58, 0])
    ),
    place(
      lathe(
        [
          [0.2, 0],
          [0.3, 0.06],
          [0.32, 0.42],
          [0.28, 0.42],
        ],
        { colour: '#e9e4da', gloss: 1 },
        16
      ),
      [-3, 1.32, 1.9]
    ),
    place(ball([0.28, 0.02, 0.28], { colour: '#2a140a', gloss: 1.4 }, [12, 5]), [-3, 1.66, 1.9]),
    place(
      lathe(
        [
          [0.2, 0],
          [0.46, 0.05],
          [0.48, 0.09],
        ],
        { colour: '#e9e4da', gloss: 1 },
        18
      ),
      [-3, 1.31, 1.9]
    ),
    tube(
      [
        [-2.7, 1.66, 1.9],
        [-2.5, 1.62, 1.9],
        [-2.52, 1.48, 1.9],
        [-2.7, 1.44, 1.9],
      ],
      [0.04, 0.04],
      { colour: '#e9e4da' },
      { sides: 6 }
    ),
    ...Array.from({ length: 26 }, (_, n) => {
      const [x, z] = [(random() - 0.5) * 9 + 1, 0.4 + random() * 3.6]
      const s = 0.09 + random() * 0.1
      return sheet(
        (u, v) => [
          x + Math.cos(u * 9) * s * (1 - u * 0.4) + u * 0.12,
          1.31 + s + Math.sin(u * 9) * s * (1 - u * 0.4),
          z + v * 0.24 + u * 0.12 * (n % 3),
        ],
        [48, 2],
        { colour: '#d8ae76', facet: 0.1, through: '#e8a050' }
      )
    }),
    ...[0, 1, 2, 3, 4].map((n) =>
      beam([4.4 + n * 0.34, 1.36, 0.8 + n * 0.16], [4.9 + n * 0.3, 1.4, 2.1 + n * 0.1], 0.07, {
        colour: n % 2 ? '#8a5a30' : '#9aa0a4',
        gloss: 1,
      })
    ),
    place(
      lathe(
        [
          [0.26, 0],
          [0.3, 0.1],
          [0.3, 0.7],
          [0.16, 0.84],
          [0.16, 1],
          [0.2, 1.02],
        ],
        { colour: '#a8501c', gloss: 1.6, facet: 0.3, through: '#ff8a3a' },
        14
      ),
      [3.3, 1.31, 0.6]
    ),
    place(
      lathe(
        [
          [0.22, 0],
          [0.24, 0.5],
          [0.12, 0.62],
          [0.12, 0.74],
        ],
        { colour: '#c88a2a', gloss: 1.6, facet: 0.3, through: '#ffb04a' },
        14
      ),
      [2.7, 1.31, 0.4]
    ),
    // the cat on the sill, and basil
    place(ball([0.36, 0.5, 0.28], { colour: '#2a2320', facet: 0.2 }, [24, 18]), [-1.9, 2.46, -3.66]),
    place(ball([0.25, 0.21, 0.2], { colour: '#2a2320', facet: 0.2 }, [24, 18]), [-1.8, 2.98, -3.6]),
    ...[-1, 1].map((s) =>
      place(
        lathe(
          [
            [0.08, 0],
            [0, 0.18],
          ],
          { colour: '#2a2320' },
          4
        ),
        [-1.8 + s * 0.14, 3.1, -3.6]
      )
    ),
    tube(
      [
        [-2, 2.12, -3.5],
        [-2.3, 2.1, -3.4],
        [-2.58, 2.2, -3.4],
        [-2.52, 2.42, -3.4],
      ],
      [0.08, 0.07, 0.06, 0.03],
      { colour: '#2a2320', facet: 0.2 },
      { sides: 10, steps: 24 }
    ),
    place(
      lathe(
        [
          [0.22, 0],
          [0.3, 0.44],
          [0.33, 0.46],
        ],
        { colour: '#b8603a', facet: 0.7 },
        12
      ),
      [1.9, 2.06, -3.66]
    ),
    ...Array.from({ length: 16 }, (_, n) =>
      place(
        ball([0.15, 0.06, 0.11], { colour: n % 2 ? '#4f8a3a' : '#3f7434', facet: 1, through: '#9ad04a' }, [6, 4]),
        [1.9 + (random() - 0.5) * 0.6, 2.58 + random() * 0.42, -3.66 + (random() - 0.5) * 0.4],
        [random() * 60, random() * 180, random() * 40]
      )
    ),
    tube(
      [
        [0.2, 7, 0.2],
        [0.2, 5.6, 0.2],
      ],
      [0.03, 0.03],
      { colour: '#1a1010' },
      { sides: 5, steps: 2 }
    ),
    place(
      lathe(
        [
          [0.75, 0],
          [0.6, 0.16],
          [0.16, 0.42],
          [0.1, 0.6],
        ],
        { colour: '#2f4a44', gloss: 0.8, facet: 0.5 },
        20
      ),
      [0.2, 5.06, 0.2]
    ),
    place(ball(0.17, { colour: '#fff0c8', glow: 2.4 }, [10, 7]), [0.2, 5, 0.2]),
  ]
  const v = new Canvas(1600, 900)
  v.glow(800, 330, 520, '#eaf6ff', 0.2)
  v.glow(815, 250, 200, '#ffcf8a', 0.3)
  v.vignette('#140803', 0.58)
  return {
    width: 1600,
    height: 900,
    backdrop: b,
    blur: 3.4,
    veil: v,
    bloom: 0.5,
    scene: {
      camera: { eye: [-0.3, 3.2, 9.6], target: [0, 3.3, -2], view: 7.6 },
      meshes,
      lights: [
        { at: [-6, 12, -18], colour: '#dcecff', strength: 1.5, soft: 0.15 },
        { at: [0, 4, -3.2], colour: '#dcecff', strength: 1.5, reach: 2.6, soft: 0.4, shadow: false },
        { at: [0.2, 4.6, 0.6], colour: '#ffb45e', strength: 2, reach: 2.8, soft: 0.35, shadow: false },
        { at: [7.6, 4.4, 1.6], colour: '#ff9a4a', strength: 1, reach: 3.4, soft: 0.4, shadow: false },
      ],
      sky: '#9a8a88',
      ground: '#8a5230',
      ambient: 0.4,
      crease: 0.5,
    },
  }
}
