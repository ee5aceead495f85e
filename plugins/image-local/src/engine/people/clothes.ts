import { hex, lighter, mix, type Colour } from '../colour.ts'
import { flip, n, sided, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import type { Garment, Role } from '../traits.ts'
import { faceShadow, shaded, shadedSkin, shadow, solid, type Figure } from './figure.ts'
import type { Layers } from './hair.ts'

const byRole: Partial<Record<Role, readonly Garment[]>> = {
  knight: ['armour'],
  pirate: ['coat', 'uniform'],
  witch: ['cloak', 'robe'],
  royal: ['cloak', 'robe', 'uniform'],
  detective: ['coat', 'suit'],
  astronaut: ['spacesuit'],
  hooded: ['cloak', 'hoodie'],
  scholar: ['waistcoat', 'cardigan', 'coat'],
  musician: ['hoodie', 'jacket', 'shirt'],
  soldier: ['uniform', 'armour'],
  cook: ['apron'],
  samurai: ['kimono', 'armour'],
  flowers: ['tunic', 'shirt', 'overalls'],
  cowboy: ['waistcoat', 'poncho', 'shirt'],
  pilot: ['jacket', 'overalls'],
  suit: ['suit', 'dinnerJacket'],
  gothic: ['gown', 'cloak', 'coat'],
  keeper: ['coat', 'jumper'],
  worker: ['overalls', 'shirt', 'apron'],
}
const anyone: readonly Garment[] = ['plain', 'coat', 'jumper', 'shirt', 'suit', 'hoodie', 'cardigan', 'jacket', 'tunic']

const children: readonly Garment[] = [
  'shirt',
  'jumper',
  'hoodie',
  'overalls',
  'plain',
  'tunic',
  'cardigan',
  'jacket',
  'raincoat',
]

/** Draws the neck, the shoulders and the clothes. */
export const clothesOf = (figure: Figure): Layers => {
  const { dice, traits, looks } = figure
  let garment = dice.pick(byRole[traits.role] ?? (traits.age < 14 ? children : anyone))
  if (traits.build === 'masculine' && garment === 'gown') garment = 'coat'
  const usual =
    traits.build === 'masculine'
      ? dice.between(126, 136)
      : traits.build === 'feminine'
        ? dice.between(102, 110)
        : dice.between(112, 122)
  const wide =
    (usual + { slight: -12, broad: 14, stout: 26, any: 0 }[looks.body ?? 'any']) * (traits.age < 14 ? 0.68 : 1)
  const { behind, front } = drawGarment[looks.garment ?? garment](figure, wide)
  const worn = looks.over ? overs[looks.over](figure, wide) : { behind: '', front: '' }
  const jewel =
    looks.jewel === 'pearls' || looks.jewel === 'pendant' || looks.jewel === 'beads'
      ? necklaces[looks.jewel](figure)
      : ''
  return { behind: worn.behind + behind, front: front + jewel + worn.front }
}

const shoulders = (wide: number, neck = 30): Point[] => [
  [0, 104],
  [-neck, 82],
  [-54, 96],
  [-wide * 0.8, 114],
  [-wide, 148],
  [-wide - 14, 320],
  [wide + 14, 320],
  [wide, 148],
  [wide * 0.8, 114],
  [54, 96],
  [neck, 82],
]

/** Draws the neck, and bare shoulders if `bare`. */
const neck = (figure: Figure, bare = false) => {
  const { traits, looks } = figure
  const half = (traits.build === 'masculine' ? 27 : 20) + (looks.body === 'stout' ? 6 : looks.body === 'broad' ? 3 : 0)
  const [wide, low] = bare ? [78, 106] : [34, 112]
  const d = smooth(
    [
      [-half, 30],
      [-half, 68],
      [-half - 7, 86],
      [-wide, low],
      [-wide - 20, 320],
      [wide + 20, 320],
      [wide, low],
      [half + 7, 86],
      [half, 68],
      [half, 30],
    ],
    true,
    0.12
  )
  const deep = hex(mix(figure.skin, figure.palette.dark, 0.75))
  const old = traits.age > 60 ? `M${-half + 10} 74l4 22M${half - 10} 74l-4 22` : ''
  return solid(figure, d, shadedSkin(figure, 80), {
    on:
      faceShadow(figure, `M-60 20H60L${figure.lit * 26} 74Q0 92 ${-figure.lit * 40} 100L-60 90z`, 0.5) +
      stroke(
        `M${-half + 4} 78L-4 104M${half - 4} 78L4 104M-14 112Q-40 100-74 110M14 112Q40 100 74 110${old}`,
        deep,
        2.4,
        0.4
      ),
  })
}

const cloth = (figure: Figure, colour: Colour = figure.cloth) => shaded(figure, colour, 130)
const white: Colour = [0.92, 0.015, 85]

const folds = (figure: Figure, count: number) => {
  let d = ''
  for (let fold = 0; fold < count; fold++) {
    const x = figure.dice.between(-110, 110)
    d += `M${n(x * 0.6)} ${n(figure.dice.between(112, 140))}Q${n(x)} 180 ${n(x * 1.1)} 300l${n(figure.dice.between(5, 16))} 0Q${n(x + 6)} 180 ${n(x * 0.6)} 120z`
  }
  return path(d, hex(mix(figure.cloth, figure.palette.dark, 0.6)), 0.36)
}

/** Draws large planes that shade the cloth. */
const planes = ({ lit, cloth, palette }: Figure) =>
  path(sided(lit, 'M40 96L104 116L92 190L48 150z'), hex(mix(lighter(cloth, 0.12), palette.key, 0.3)), 0.4) +
  path(sided(-lit, 'M30 90L160 130L170 320L60 320z'), hex(palette.dark), 0.36)

const body = (figure: Figure, wide: number, on = '', neckline = 30) =>
  solid(figure, smooth(shoulders(wide, neckline), true, 0.11), cloth(figure), {
    rim: 3.4,
    on: planes(figure) + folds(figure, 3) + on,
  })

const piece = (figure: Figure, d: string, colour: Colour, on = '') =>
  solid(figure, d, cloth(figure, colour), { rim: 1.9, second: 0.8, on })
const both = (figure: Figure, d: string, colour: Colour) => piece(figure, d, colour) + piece(figure, flip(d), colour)
const tint = ({ palette }: Figure, colour: Colour, share = 0.1) =>
  hex(mix(mix(colour, palette.key, 0.08), palette.dark, share))
const seam = (figure: Figure, d: string, width = 2.4, opacity = 0.5) =>
  stroke(d, hex(figure.palette.dark), width, opacity)
const buttons = (figure: Figure, x: number, from: number, step: number, colour: Colour) =>
  stroke([0, 1, 2, 3, 4].map((at) => `M${x} ${from + at * step}h0`).join(''), tint(figure, colour, 0), 7)

const throat = (figure: Figure, d: string) => path(d, hex(mix(figure.skin, figure.palette.dark, 0.2)))
const shirtFront = (figure: Figure) =>
  path('M-30 84L30 84L10 320L-10 320z', tint(figure, white)) +
  path(sided(-figure.lit, 'M30 84L0 104L0 320L10 320z'), hex(figure.palette.dark), 0.3)
const collar = (figure: Figure, colour: Colour = white) => both(figure, 'M30 74L3 106L22 122L42 92z', colour)
const lapels = (figure: Figure, by = 0.05) =>
  both(figure, 'M38 88L56 97L74 154L46 162L4 240L26 130z', lighter(figure.cloth, by))

const ribs = (figure: Figure, d: string) => stroke(d, hex(mix(figure.cloth, figure.palette.dark, 0.5)), 1.8, 0.5)
/** Draws wide stitches across the chest. */
const knitted = (figure: Figure) => {
  let d = ''
  for (let row = 0; row < 6; row++) d += `M-140 ${132 + row * 24}${'l10 8l10-8'.repeat(14)}`
  return stroke(d, hex(mix(figure.cloth, figure.palette.dark, 0.5)), 2, 0.35)
}

const drawGarment: Record<Garment, (figure: Figure, wide: number) => Layers> = {
  plain: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(figure, wide, '', 34) +
      piece(figure, 'M-36 84Q0 66 36 84L40 100Q0 122-40 100z', lighter(figure.cloth, 0.05)),
  }),
  shirt: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        throat(figure, 'M-24 80H24L0 136z') +
          seam(figure, 'M0 134V320') +
          buttons(figure, 0, 152, 34, lighter(figure.cloth, 0.2)),
        32
      ) + both(figure, 'M31 74L6 128L30 132L46 96z', lighter(figure.cloth, 0.07)),
  }),
  jumper: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(figure, wide, knitted(figure), 34) +
      solid(figure, 'M-33 58Q0 72 33 58L42 96Q0 124-42 96z', cloth(figure, lighter(figure.cloth, 0.05)), {
        rim: 2.4,
        on: ribs(figure, 'M-30 64L-36 96M-20 68L-24 104M-8 71L-10 108M8 71L10 108M20 68L24 104M30 64L36 96'),
      }),
  }),
  cardigan: (figure, wide) => ({
    behind: neck(figure) + piece(figure, 'M-40 90H40L60 320H-60z', figure.trim),
    front:
      solid(figure, `${smooth(shoulders(wide, 34), true, 0.11)}M-30 84L0 236 30 84z`, cloth(figure), {
        rim: 3.4,
        on:
          knitted(figure) +
          planes(figure) +
          path('M-31 82L31 82L0 240z', tint(figure, figure.trim, 0.15)) +
          throat(figure, 'M-22 78H22L0 116z') +
          seam(figure, 'M0 236V320'),
      }) +
      both(figure, 'M32 76L44 84L10 238L8 320H-4V238z', lighter(figure.cloth, 0.08)) +
      buttons(figure, 2, 250, 26, figure.trim),
  }),
  waistcoat: (figure, wide) => ({
    behind: neck(figure),
    front:
      body({ ...figure, cloth: white }, wide, '', 32) +
      piece(
        figure,
        'M-66 92L-84 112L-96 320H96L84 112L66 92L2 196z',
        figure.cloth,
        planes(figure) + seam(figure, 'M0 196V320') + buttons(figure, 9, 208, 26, [0.78, 0.1, 85])
      ) +
      path('M-9 106L9 106L7 118L14 178L0 198L-14 178L-7 118z', tint(figure, figure.trim)) +
      collar(figure),
  }),
  suit: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(figure, wide, shirtFront(figure), 32) +
      piece(figure, 'M-9 104L9 104L6 118L13 190L0 214L-13 190L-6 118z', figure.trim) +
      collar(figure) +
      lapels(figure),
  }),
  dinnerJacket: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(figure, wide, shirtFront(figure) + stroke('M0 136h0M0 164h0M0 192h0', hex(figure.palette.dark), 5), 32) +
      collar(figure) +
      piece(figure, 'M0 104L30 92V122L0 110L-30 122V92z', lighter(figure.palette.dark, 0.02)) +
      both(figure, 'M36 88Q66 104 64 150Q44 200 5 244Q26 170 26 126z', lighter(figure.cloth, -0.08)),
  }),
  coat: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        path('M-34 78L34 78L0 214z', tint(figure, figure.trim, 0.2)) +
          throat(figure, 'M-19 74H19L0 122z') +
          seam(figure, 'M2 214V320') +
          buttons(figure, 18, 226, 32, figure.trim),
        34
      ) + both(figure, 'M32 70L60 92L70 150L40 158L2 230L20 130z', lighter(figure.cloth, 0.06)),
  }),
  jacket: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        path('M-30 80L30 80L22 320H-22z', tint(figure, figure.trim, 0.15)) +
          throat(figure, 'M-20 76H20L0 112z') +
          stroke('M-24 150L-16 320M24 150L16 320', tint(figure, [0.8, 0.05, 80]), 4),
        34
      ) +
      solid(figure, 'M-34 66L-16 118L-52 140L-72 96zM34 66L16 118L52 140L72 96z', cloth(figure, [0.84, 0.05, 80]), {
        rim: 2,
        on: stroke(
          'M-60 100q8 6 0 12m14-24q8 6 0 12m6 8q8 6 0 12M60 100q-8 6 0 12m-14-24q-8 6 0 12m-6 8q-8 6 0 12',
          hex(figure.palette.dark),
          2,
          0.3
        ),
      }),
  }),
  parka: (figure, wide) => ({
    behind:
      solid(figure, 'M-92 110Q-104 30-56 14Q0-4 56 14Q104 30 92 110z', cloth(figure, [0.82, 0.04, 75]), { rim: 3 }) +
      neck(figure),
    front:
      body(figure, wide + 12, seam(figure, 'M0 130V320', 4) + seam(figure, 'M-60 200H-20M60 200H20', 3), 40) +
      solid(
        figure,
        'M-92 104Q-78 66-46 58L-52 70L-36 66L-40 84L-24 84L-20 100L0 112L20 100L24 84L40 84L36 66L52 70L46 58Q78 66 92 104L78 108L84 124L62 120L60 138L40 130L28 148L10 136L0 150L-10 136L-28 148L-40 130L-60 138L-62 120L-84 124L-78 108z',
        cloth(figure, [0.84, 0.04, 75]),
        { rim: 2.4, on: shadow(figure, 'M-40 60H40L16 110L0 118L-16 110z', 0.4) }
      ),
  }),
  raincoat: (figure, wide) => ({
    behind:
      solid(figure, 'M-84 110Q-92 40-50 24Q0 10 50 24Q92 40 84 110z', cloth(figure, lighter(figure.cloth, -0.1)), {
        rim: 3,
      }) + neck(figure),
    front:
      body(figure, wide + 4, seam(figure, 'M4 130V320', 3) + buttons(figure, -8, 150, 36, [0.3, 0.04, 270]), 38) +
      piece(
        figure,
        'M-82 100Q-50 70-36 66Q-26 110 0 122Q26 110 36 66Q50 70 82 100Q60 136 0 142Q-60 136-82 100z',
        lighter(figure.cloth, 0.06)
      ),
  }),
  hoodie: (figure, wide) => ({
    behind:
      solid(figure, 'M-78 100Q-72 40-44 34H44Q72 40 78 100z', cloth(figure, lighter(figure.cloth, -0.06))) +
      neck(figure),
    front:
      body(figure, wide, '', 36) +
      piece(
        figure,
        'M-80 96Q-50 70-34 66Q-30 110 0 126Q30 110 34 66Q50 70 80 96Q60 144 0 152Q-60 144-80 96z',
        lighter(figure.cloth, 0.05)
      ) +
      stroke('M-20 134L-24 200M20 134L22 190', hex(figure.trim), 4),
  }),
  overalls: (figure, wide) => ({
    behind: neck(figure),
    front:
      body({ ...figure, cloth: figure.trim }, wide, throat(figure, 'M-20 80H20L0 118z'), 33) +
      collar(figure, lighter(figure.trim, 0.08)) +
      both(figure, 'M44 90L66 94L74 180H50z', figure.cloth) +
      piece(
        figure,
        'M-64 168Q0 160 64 168L84 230L120 320H-120L-84 230z',
        figure.cloth,
        planes(figure) + seam(figure, 'M-34 190H34V236H-34z', 3, 0.4)
      ) +
      stroke('M-60 176h0M60 176h0', tint(figure, [0.8, 0.1, 85], 0), 12),
  }),
  apron: (figure, wide) => ({
    behind: neck(figure),
    front:
      body({ ...figure, cloth: figure.trim }, wide, throat(figure, 'M-22 80H22L0 122z'), 33) +
      collar(figure, lighter(figure.trim, 0.06)) +
      apron(figure, ''),
  }),
  poncho: (figure, wide) => {
    const stripe = (y: number, colour: Colour, size: number) =>
      stroke(
        `M${-wide - 40} ${y + 60}L0 ${y}L${wide + 40} ${y + 60}`,
        tint(figure, colour),
        size,
        0.95,
        ' stroke-linejoin="miter"'
      )
    return {
      behind: neck(figure),
      front: solid(
        figure,
        `M-38 82Q0 110 38 82L${n(wide)} 126L${n(wide + 34)} 320H${n(-wide - 34)}L${n(-wide)} 126z`,
        cloth(figure),
        {
          rim: 3.6,
          on:
            stripe(150, figure.trim, 14) +
            stripe(172, [0.86, 0.05, 85], 5) +
            stripe(190, mix(figure.trim, figure.palette.second, 0.6), 10) +
            stripe(230, [0.86, 0.05, 85], 4) +
            planes(figure) +
            folds(figure, 3) +
            seam(figure, 'M0 108V150', 3),
        }
      ),
    }
  },
  robe: (figure, wide) => {
    const { trim } = figure
    let rays = ''
    for (let ray = -4; ray <= 4; ray++) rays += `M${ray * 9} 168L${ray * 26} ${250 + Math.abs(ray) * -6}`
    return {
      behind: neck(figure),
      front:
        body(
          figure,
          wide + 20,
          stroke(rays, tint(figure, trim), 4, 0.8) +
            path(
              'M-60 320Q-60 150-34 84L34 84Q60 150 60 320z',
              hex(mix(figure.cloth, figure.palette.dark, 0.15)),
              0.35
            ) +
            seam(figure, 'M-90 120Q-110 200-96 320M90 120Q110 200 96 320', 6, 0.25),
          36
        ) +
        piece(figure, 'M-40 84Q0 118 40 84L52 96Q40 150 0 170Q-40 150-52 96z', trim) +
        stroke('M-44 96Q0 138 44 96M-36 122Q0 152 36 122', tint(figure, lighter(trim, 0.16)), 3, 0.9) +
        throat(figure, 'M-20 88Q0 104 20 88L0 128z'),
    }
  },
  tunic: (figure, wide) => ({
    behind: neck(figure),
    front: body(
      figure,
      wide,
      throat(figure, 'M-26 82Q0 92 26 82L4 150H-4z') +
        stroke('M-30 86Q-6 112-5 154M30 86Q6 112 5 154', tint(figure, figure.trim), 7) +
        stroke('M0 160V320', tint(figure, figure.trim), 8, 0.7),
      34
    ),
  }),
  cloak: (figure, wide) => ({
    behind:
      solid(
        figure,
        'M-44 110L-86 26Q-60 50-40 60L40 60Q60 50 86 26L44 110z',
        cloth(figure, lighter(figure.cloth, -0.07)),
        { rim: 3 }
      ) + neck(figure),
    front:
      body(figure, wide + 10, path('M-12 106L12 106L26 320L-26 320z', hex(figure.palette.dark), 0.6), 40) +
      piece(figure, 'M-46 88Q0 128 46 88L58 104Q0 152-58 104z', figure.trim) +
      gem(figure, 0, 128, 12),
  }),
  armour: (figure, wide) => {
    const steel = mix(figure.looks.cloth ?? [0.62, 0.02, 270], figure.palette.second, 0.16)
    const plate = (d: string, on = '') => solid(figure, d, cloth(figure, steel), { rim: 3.4, on })
    const dents = stroke('M-40 190l14 10M46 224l-16 6M-70 250l10 14', hex(figure.palette.dark), 3, 0.5)
    const edge = (d: string) => stroke(d, hex(figure.trim), 2.6, 0.9)
    return {
      behind: neck(figure),
      front:
        solid(figure, smooth(shoulders(wide, 34), true, 0.1), shaded(figure, lighter(steel, -0.12), 130), {
          rim: 4,
          on:
            path(sided(figure.lit, 'M0 110L70 130L60 320L0 320z'), hex(lighter(steel, 0.16)), 0.35) +
            dents +
            edge('M0 110V320M-70 160Q0 200 70 160'),
        }) +
        [-1, 1]
          .map(
            (s) =>
              plate(
                sided(s, 'M44 110Q90 78 150 120Q172 160 164 190Q120 150 60 150z'),
                edge(sided(s, 'M52 142Q110 130 160 176'))
              ) + plate(sided(s, 'M70 160Q130 150 168 200L160 240Q120 190 82 190z'))
          )
          .join('') +
        plate('M-40 72Q0 96 40 72L50 104Q0 140-50 104z', edge('M-44 92Q0 124 44 92')),
    }
  },
  kimono: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(figure, wide, throat(figure, 'M-22 84L22 84L0 176z') + pattern(figure), 34) +
      piece(figure, 'M34 74L56 92L-8 230L-60 320H-96L-22 190z', figure.trim) +
      piece(figure, 'M-34 74L-56 92L8 230L60 320H96L22 190z', lighter(figure.trim, 0.06)),
  }),
  gown: (figure, wide) => {
    const low = figure.dice.between(134, 148)
    return {
      behind: neck(figure, true),
      front: solid(
        figure,
        `M${n(-wide)} 150Q${n(-wide * 0.7)} 118-72 ${n(low - 26)}Q-40 ${n(low)} 0 ${n(low - 8)}Q40 ${n(low)} 72 ${n(low - 26)}Q${n(wide * 0.7)} 118 ${n(wide)} 150L${n(wide + 10)} 320H${n(-wide - 10)}z`,
        cloth(figure),
        { rim: 4, on: planes(figure) + folds(figure, 4) }
      ),
    }
  },
  leotard: (figure, wide) => ({
    behind: '',
    front:
      solid(
        figure,
        smooth(shoulders(wide, 30), true, 0.11),
        shaded(figure, mix(figure.skin, figure.palette.dark, 0.06), 130),
        {
          rim: 3.4,
          on:
            seam(
              figure,
              `M${n(-wide * 0.86)} 140Q${n(-wide * 0.7)} 190${n(-wide * 0.72)} 320M${n(wide * 0.86)} 140Q${n(wide * 0.7)} 190 ${n(wide * 0.72)} 320`,
              3,
              0.35
            ) + shadow(figure, 'M-30 70H30L8 110L-8 108z', 0.4),
        }
      ) +
      neck(figure).replaceAll('320', '130') +
      piece(
        figure,
        'M-50 98Q-44 150 0 158Q44 150 50 98L68 104Q74 180 84 320H-84Q-74 180-68 104z',
        figure.cloth,
        stroke('M-60 200L0 232L60 200M-66 224L0 258L66 224', tint(figure, figure.trim), 6)
      ),
  }),
  wetsuit: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        stroke(`M-54 96Q-70 180-66 320M54 96Q70 180 66 320`, tint(figure, figure.trim), 9, 0.85) +
          seam(figure, 'M0 112V320', 4, 0.7) +
          path(sided(figure.lit, 'M70 110L96 122L84 300L72 300z'), '#ffffff', 0.12),
        34
      ) + piece(figure, 'M-32 62Q0 78 32 62L40 98Q0 122-40 98z', lighter(figure.cloth, 0.03)),
  }),
  spacesuit: (figure, wide) => {
    const pale = mix(figure.looks.cloth ?? [0.84, 0.02, 280], figure.palette.second, 0.12)
    return {
      behind: neck(figure),
      front:
        solid(figure, smooth(shoulders(wide + 8, 44), true, 0.1), cloth(figure, pale), {
          rim: 4,
          on:
            path(sided(-figure.lit, 'M10 90L170 120V320H20z'), hex(figure.palette.dark), 0.4) +
            stroke('M-110 130Q-90 200-100 320M110 130Q90 200 100 320', hex(figure.trim), 9, 0.9),
        }) +
        piece(figure, 'M-62 86Q0 60 62 86L66 108Q0 142-66 108z', figure.trim) +
        solid(figure, 'M-46 172h92v54h-92z', cloth(figure, lighter(pale, -0.3)), {
          rim: 2,
          on:
            stroke('M-34 186h30M-34 198h44M-34 210h20', hex(lighter(figure.palette.second, 0.1)), 4) +
            circle(28, 200, 9, hex(lighter(figure.palette.key, 0.06))),
        }),
    }
  },
  uniform: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        seam(figure, 'M0 100V320') +
          buttons(figure, -20, 132, 36, figure.trim) +
          buttons(figure, 20, 132, 36, figure.trim),
        34
      ) +
      both(figure, 'M66 104L124 118L140 138L132 148L70 122z', figure.trim) +
      solid(figure, 'M-34 68Q0 90 34 68L42 98Q0 124-42 98z', cloth(figure, lighter(figure.cloth, -0.04)), {
        rim: 2.4,
        on: stroke('M-38 90Q0 114 38 90', hex(figure.trim), 3),
      }),
  }),
  motley: (figure, wide) => ({
    behind: neck(figure),
    front:
      body(
        figure,
        wide,
        path('M0 90H200V330H0z', tint(figure, figure.trim)) +
          path(
            'M0 150L60 210L0 270L-60 210zM120 150L180 210L120 270L60 210zM-120 150L-60 210L-120 270L-180 210z',
            tint(figure, [0.84, 0.1, 88]),
            0.75
          ),
        34
      ) +
      piece(
        figure,
        'M-44 80L-74 130L-48 118L-34 152L-14 122L0 156L14 122L34 152L48 118L74 130L44 80Q0 108-44 80z',
        lighter(figure.trim, 0.08)
      ) +
      stroke('M-74 132h0M-34 154h0M0 158h0M34 154h0M74 132h0', tint(figure, [0.82, 0.13, 88], 0), 11),
  }),
}

const apron = (figure: Figure, on: string) =>
  both(figure, 'M36 82L46 88L50 150H40z', lighter(figure.cloth, -0.04)) +
  piece(
    figure,
    'M-54 142Q0 156 54 142L66 230L104 320H-104L-66 230z',
    figure.cloth,
    planes(figure) + seam(figure, 'M-36 250Q0 262 36 250', 3, 0.35) + on
  )

const daisy = (x: number, y: number, r: number) =>
  [0, 45, 90, 135, 180, 225, 270, 315]
    .map(
      (angle) =>
        `<ellipse cx="${x}" cy="${y - r}" rx="${n(r * 0.34)}" ry="${n(r * 0.6)}" fill="#fff" transform="rotate(${angle} ${x} ${y})"/>`
    )
    .join('') + circle(x, y, r * 0.5, '#f2c33c')

/** The items that figures wear over the clothes, or that sit on them. */
const overs: Record<NonNullable<Figure['looks']['over']>, (figure: Figure, wide: number) => Layers> = {
  scarf: (figure) => ({
    behind: '',
    front: solid(
      figure,
      'M-42 62Q0 86 42 62L54 92Q0 130-54 92zM10 104L44 96L54 196L22 204z',
      cloth(figure, figure.trim),
      {
        rim: 2.4,
        on: stroke('M-40 76Q0 104 40 76M-46 88Q0 118 46 88M30 110L38 196', hex(figure.palette.dark), 2, 0.35),
      }
    ),
  }),
  towel: (figure) => ({
    behind: '',
    front: piece(
      figure,
      'M-38 66Q-60 90-70 130L-64 240L-26 240L-22 130L-20 92zM38 66Q60 90 70 130L64 240L26 240L22 130L20 92z',
      white,
      stroke('M-66 216H-24M66 216H24', tint(figure, [0.5, 0.12, 250]), 8)
    ),
  }),
  shawl: (figure, wide) => ({
    behind: '',
    front: piece(
      figure,
      `M-36 76L${n(-wide - 6)} 130L${n(-wide - 14)} 230L-60 190L0 250L60 190L${n(wide + 14)} 230L${n(wide + 6)} 130L36 76L0 150z`,
      figure.trim,
      stroke(
        `M-44 92L-4 180M44 92L4 180M${n(-wide)} 160L-50 170M${n(wide)} 160L50 170`,
        hex(figure.palette.dark),
        2.4,
        0.35
      )
    ),
  }),
  apron: (figure) => ({ behind: '', front: apron({ ...figure, cloth: figure.trim }, '') }),
  daisyApron: (figure) => ({ behind: '', front: apron({ ...figure, cloth: figure.trim }, daisy(0, 198, 17)) }),
  rope: (figure, wide) => {
    const d = `M${n(-figure.lit * wide * 0.72)} 100Q${figure.lit * -20} 170 ${n(figure.lit * wide * 0.9)} 290M${n(-figure.lit * wide * 0.6)} 94Q${figure.lit * -6} 164 ${n(figure.lit * wide)} 268`
    return {
      behind: '',
      front:
        stroke(d, tint(figure, [0.5, 0.1, 60], 0.2), 15) +
        `<path d="${d}" fill="none" stroke="${tint(figure, [0.78, 0.1, 82])}" stroke-width="11" stroke-dasharray="9 3" stroke-linecap="butt"/>`,
    }
  },
  fur: (figure) => ({
    behind: '',
    front: piece(
      figure,
      'M-40 66L-66 78L-60 92L-84 100L-70 118L-86 134L-62 136L-56 156L-34 142L-20 160L0 142L20 160L34 142L56 156L62 136L86 134L70 118L84 100L60 92L66 78L40 66Q0 112-40 66z',
      [0.82, 0.04, 75]
    ),
  }),
  tails: (figure) => {
    const tail = (x: number, d: string) =>
      `<g transform="translate(${x} 0)">${solid(figure, d, shaded(figure, figure.skin, 60), { rim: 2.4 })}</g>`
    const d = 'M-14 300Q-30 180 4 110Q26 66 2 26Q-6 8 12 2Q40 20 36 78Q30 130 22 170Q14 240 22 300z'
    return { behind: tail(116, d) + tail(-116, flip(d)), front: '' }
  },
  // A table knife, whose tip is in the shoulder. The handle and the rest of the blade are visible behind the shoulder.
  knifeInBack: (figure, wide) => ({
    behind: `<g transform="translate(${n(-figure.lit * wide * 0.6)} 126)rotate(${-figure.lit * 30})scale(.88)">${solid(figure, 'M-11 20L-12-34Q-12-44-7-46H7Q12-44 12-34L11 20z', shaded(figure, [0.86, 0.02, 240], 40), { rim: 1.6, second: 0.6 })}${solid(figure, 'M-14-46H14Q17-54 11-58L13-128Q10-142 0-142Q-10-142-13-128L-11-58Q-17-54-14-46z', shaded(figure, [0.9, 0.05, 85], 40), { rim: 2, second: 1 })}${stroke('M-6-66L-7-124M0-122h0M0-74h0', hex(figure.palette.dark), 3, 0.35)}</g>`,
    front: '',
  }),
  parrot: (figure) => ({
    behind: '',
    front: `<g transform="translate(${-figure.lit * 96} 46)scale(${figure.lit} 1)">${solid({ ...figure, lit: 1 }, 'M-8 60Q-30 20-14-20Q0-44 22-30Q34-18 26 0Q34 40 14 66L-12 130L-24 126z', shaded(figure, [0.6, 0.17, 145], 60), { rim: 2, on: path('M-6 56Q-24 24-4-2Q16 20 10 60L-14 116z', hex([0.5, 0.15, 250]), 0.85) })}${circle(14, -18, 8, '#fff')}${circle(15, -18, 4, hex(figure.palette.dark))}${path('M24-26Q44-22 34-2Q30-10 23-10z', hex([0.8, 0.13, 85]))}${path('M-6-36Q-20-52-8-60Q-4-50 4-38z', hex([0.62, 0.2, 25]))}</g>`,
  }),
  bees: () => ({
    behind: '',
    front: (
      [
        [-70, 60, 20],
        [84, 30, -30],
        [60, 120, 10],
        [-96, 130, -20],
        [100, 84, 40],
        [-62, -64, 30],
      ] as const
    )
      .map(
        ([x, y, angle]) =>
          `<g transform="translate(${x} ${y})rotate(${angle})scale(.9)"><ellipse rx="9" ry="6" fill="#f0b429"/>${stroke('M-3-5V5M3-5V5', '#2a1c14', 2.6)}<ellipse cx="-3" cy="-8" rx="4" ry="7" fill="#fff" opacity=".7"/><ellipse cx="4" cy="-8" rx="4" ry="7" fill="#fff" opacity=".7"/></g>`
      )
      .join(''),
  }),
}

export const gem = (figure: Figure, x: number, y: number, r: number) =>
  path(
    `M${n(x)} ${n(y - r)}l${n(r * 0.8)} ${n(r)}l${n(-r * 0.8)} ${n(r)}l${n(-r * 0.8)} ${n(-r)}z`,
    hex(figure.palette.key)
  ) + path(`M${n(x)} ${n(y - r)}l${n(r * 0.8)} ${n(r)}h${n(-r * 0.8)}z`, '#fff', 0.55)

const necklaces = {
  pearls: (figure: Figure) => {
    let d = ''
    for (let pearl = -6; pearl <= 6; pearl++) d += `M${pearl * 6.4} ${n(116 - pearl * pearl * 0.7)}h0`
    return stroke(d, tint(figure, [0.95, 0.01, 80], 0.02), 8)
  },
  pendant: (figure: Figure) =>
    stroke('M-36 94Q-12 134 0 138Q12 134 36 94', tint(figure, [0.8, 0.1, 85]), 2.4) + gem(figure, 0, 142, 10),
  beads: (figure: Figure) => {
    let d = ''
    for (let bead = -8; bead <= 8; bead++) d += `M${bead * 6} ${n(182 - bead * bead * 1.5)}h0`
    return stroke(d, tint(figure, figure.trim, 0), 11) + stroke(d, tint(figure, [0.84, 0.12, 85], 0), 5)
  },
}

const pattern = (figure: Figure) => {
  const { dice } = figure
  let d = ''
  for (let spot = 0; spot < 16; spot++) d += `M${n(dice.between(-130, 130))} ${n(dice.between(120, 300))}h0`
  return stroke(d, hex(mix(figure.trim, figure.palette.key, 0.4)), dice.between(8, 16), 0.5)
}
