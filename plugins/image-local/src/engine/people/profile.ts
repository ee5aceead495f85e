import { hex, lighter, mix } from '../colour.ts'
import { n, smooth, type Point } from '../curves.ts'
import { circle, path, stroke } from '../sheet.ts'
import { faceShadow, shadedSkin, solid, type Figure } from './figure.ts'

/** A head in profile, looking right. The caller mirrors it for the other side. */
export const profile = (figure: Figure): string => {
  const { dice, traits, lit, palette, skin, hair } = figure
  const soft = traits.build === 'feminine' || traits.age === 'young' ? 1 : 0
  const nose = dice.between(57, 65) - soft * 4
  const bump = dice.between(-2, 4) * (1 - soft)
  const chin = dice.between(46, 53) - soft * 2
  const brow = 49 - soft * 2
  const lips = soft * 1.5
  const front: Point[] = [
    [12, -70],
    [34, -54],
    [45, -32],
    [brow, -14],
    [44, -3],
    [50 + bump, 8],
    [nose - 3, 19],
    [nose, 24],
    [nose - 7, 29.5],
    [48, 31],
    [52 + lips, 36],
    [53 + lips, 39],
    [47.5, 42],
    [51.5 + lips, 46],
    [46, 53],
    [chin, 60],
    [chin - 4, 67],
    [chin - 14, 70.5],
    [16, 66],
    [2, 70],
    [-24, 74],
    [-42, 56],
    [-60, 14],
    [-60, -26],
    [-42, -58],
    [-14, -72],
  ]
  const light = hex(mix(lighter(skin, 0.13), palette.key, 0.28))
  const deep = hex(mix(skin, palette.dark, 0.72))
  const ink = hex(mix(palette.dark, hair, 0.15))
  const closed = dice.chance(0.35)
  const fromFront = lit > 0
  const shade = fromFront
    ? faceShadow(
        figure,
        smooth(
          [
            [10, -80],
            [22, -40],
            [20, -10],
            [26, 16],
            [18, 36],
            [24, 52],
            [34, 62],
            [44, 80],
            [10, 140],
            [-90, 140],
            [-90, -80],
          ],
          true,
          0.12
        ),
        skin[0] < 0.6 ? 0.36 : 0.46
      ) +
      path('M28 14L42 20 36 34 26 30z', light, 0.3) +
      path('M24-52L40-34 42-18 26-22z', light, 0.26)
    : faceShadow(
        figure,
        smooth(
          [
            [-8, -80],
            [-2, -30],
            [2, 10],
            [-4, 34],
            [6, 60],
            [0, 140],
            [120, 140],
            [120, -80],
          ],
          true,
          0.12
        ),
        skin[0] < 0.6 ? 0.36 : 0.46
      )
  const iris =
    traits.being === 'demon' || traits.being === 'vampire'
      ? lighter(palette.key, 0.1)
      : ([0.6, 0.11, dice.pick([50, 65, 150, 220, 260])] as const)
  const eye = closed
    ? stroke('M31 3Q38 9 45 4M44 4l4 1', ink, 2.4)
    : path('M29 4Q37-4 45-2Q44 5 41 7Q34 8 29 4z', hex(mix([0.9, 0.02, 80], palette.dark, fromFront ? 0.1 : 0.45))) +
      path('M39.500-3Q45-2 44 3Q43 6.500 40.500 6.500Q37 1 39.500-3z', hex(iris)) +
      path('M42.500-2Q44.500 1 43 5Q41 3 42.500-2z', ink) +
      path(`M28 4Q36-6 47-3.500L49-5Q36-9.500 28 4z`, ink) +
      circle(42, -0.6, 1.2, '#fff', 0.9)
  const features =
    shade +
    path('M30-16Q40-22 50-14Q40-18 30-12z', hex(mix(mix(hair, palette.dark, 0.45), skin, 0.1))) +
    path(`M42-4L${n(nose - 9)} 22L${n(nose - 16)} 28L${n(40)} 22z`, deep, 0.28) +
    stroke(`M${n(nose - 12)} 28q3-4 6-1`, deep, 1.8, 0.8) +
    path(`M41 43Q46 37 56 37V42Q48 43 41 43z`, hex(mix(mix(skin, [0.45, 0.14, 15], 0.5), palette.dark, 0.35)), 0.8) +
    path(`M41 43Q48 43 56 42V50Q46 51 41 43z`, hex(mix(skin, [0.5, 0.15, 15], 0.5)), 0.75) +
    stroke('M40 43Q46 43.500 52 42', ink, 1.3) +
    path('M-6 34Q6 60 34 70Q10 70 2 66Q-4 50-6 34zM4 62Q20 68 36 71L8 90z', deep, 0.5) +
    eye +
    ear(figure) +
    beard(figure)
  return solid(figure, smooth(front, true, 0.14), shadedSkin(figure, 60), { rim: 3, on: features })
}

const ear = ({ traits, skin, palette }: Figure) => {
  const pointed = traits.being === 'elf' || traits.being === 'demon' || traits.being === 'vampire'
  const colour = hex(mix(mix(skin, palette.key, 0.15), palette.dark, 0.2))
  const deep = hex(mix(skin, palette.dark, 0.7))
  return pointed
    ? path('M0 26Q6 12 2-4Q-14-14-40-34Q-30-4-12 14Q-6 26 0 26z', colour) +
        path('M-2 14Q-4 2-28-20Q-14-2-8 14z', deep, 0.6)
    : path('M0 26Q6 10 2-6Q-8-14-16-4Q-16 10-8 18Q-6 28 0 26z', colour) + path('M-2 14Q0-2-8-4Q-12 2-6 12z', deep, 0.6)
}

const beard = ({ dice, traits, hair, palette }: Figure) =>
  traits.build === 'masculine' && dice.chance(traits.age === 'young' ? 0.1 : 0.5)
    ? path(
        'M2 20Q10 34 26 36L40 34L54 33L52 39L44 42L50 46L62 50L60 86L10 80Q-4 56-2 30z',
        hex(mix(hair, palette.dark, 0.3)),
        0.9
      )
    : ''
