import { circle, ellipse, group, line, path, type Canvas } from './canvas.ts'

export interface Face {
  skin: string
  /** The side away from the light. */
  shade: string
  /** The edge light. */
  rim: string
  brow: string
  iris: string
  lip: string
  lipDark: string
  /** 1 is average; a smaller jaw is softer. */
  jaw?: number
  /** How far the corners of the mouth go up. */
  smile?: number
  browWidth?: number
  /** How far the outer end of the brows goes up. */
  browLift?: number
  /** 0 closed, 1 wide open. */
  open?: number
  /** Which side the light comes from. */
  light?: 'left' | 'right'
  lashes?: boolean
  blush?: string
  lines?: boolean
}

/**
 * A face in two planes of light, drawn round (0, 0): the crown at -98, the chin at 94, 62 to each side.
 * Hair, hats and beards are laid over it by whoever asks.
 */
export const face = (canvas: Canvas, f: Face): string => {
  const jaw = f.jaw ?? 1
  const open = f.open ?? 0.8
  const smile = f.smile ?? 0
  const flip = f.light === 'right' ? 'transform="scale(-1 1)"' : ''
  const head = `M-62 -20C-64 -76 -40 -98 0 -98C40 -98 64 -76 62 -20C62 ${24 * jaw} ${50 * jaw} 60 ${24 * jaw} 85C11 97 -11 97 ${-24 * jaw} 85C${-50 * jaw} 60 -62 ${24 * jaw} -62 -20Z`
  const inHead = `clip-path="${canvas.clip(`<path d="${head}"/>`)}"`
  const warm = canvas.linear([`0 ${f.skin}`, `1 ${f.shade}`], [0.2, 0, 0.9, 1])
  const plane = 'M6 -100C2 -64 5 -34 2 -14L15 25C13 33 8 35 3 36C7 42 5 46 3 50C7 62 5 78 2 100L90 100L90 -100Z'

  const eye = (side: -1 | 1) => {
    const height = 10 * open
    return group(
      `transform="translate(${26 * side} -4) scale(${side} 1)"`,
      path(`M-14 3C-8 ${-height} 7 ${-height - 2} 16 0C8 ${height * 0.75} -8 ${height * 0.75} -14 3Z`, '#f3e9dc'),
      circle(0.5 * side, -0.5, 6.6, f.iris),
      circle(0.5 * side, -0.5, 3.2, '#120c10'),
      circle(-2 * side, -3, 1.8, '#fff'),
      path(
        `M-15 3C-8 ${-height - 2} 7 ${-height - 4} ${f.lashes ? '20 -5' : '17 0'}C8 ${-height + 1} -7 ${-height + 1} -15 3Z`,
        '#1d1216'
      ),
      line(`M-12 ${-height - 5}C-4 ${-height - 9} 6 ${-height - 9} 14 ${-height - 3}`, f.shade, 2, 'opacity=".55"'),
      line(
        `M-17 ${-height - 9}C-6 ${-height - 17} 8 ${-height - 17 - (f.browLift ?? 0)} 19 ${-height - 9 - (f.browLift ?? 0)}`,
        f.brow,
        f.browWidth ?? 5
      )
    )
  }

  return [
    ellipse(-62, 4, 10, 18, f.skin),
    ellipse(62, 4, 10, 18, f.shade),
    path(head, warm),
    group(
      inHead,
      group(flip, path(plane, f.shade, 'opacity=".62"')),
      ellipse(-18, -66, 46, 26, '#fff', 'opacity=".07"')
    ),
    f.blush
      ? group(
          inHead,
          ellipse(-34, 28, 17, 11, f.blush, 'opacity=".35"'),
          ellipse(34, 28, 17, 11, f.blush, 'opacity=".35"')
        )
      : '',
    eye(-1),
    eye(1),
    group(
      flip,
      line('M-9 30C-5 35 5 36 12 29', f.shade, 3.2),
      line('M1 -12C-3 6 -8 18 -11 24', '#fff', 2.4, 'opacity=".18"')
    ),
    path(
      `M-21 ${54 - smile}C-10 47 -4 48 0 50C4 48 10 47 21 ${54 - smile}C10 ${57 + smile * 0.4} -10 ${57 + smile * 0.4} -21 ${54 - smile}Z`,
      f.lipDark
    ),
    path(
      `M-17 ${56 - smile * 0.5}C-8 ${59 + smile * 0.3} 8 ${59 + smile * 0.3} 17 ${56 - smile * 0.5}C10 ${67 + smile * 0.4} -10 ${67 + smile * 0.4} -17 ${56 - smile * 0.5}Z`,
      f.lip
    ),
    f.lines
      ? group(
          'opacity=".38"',
          line('M-22 34C-27 42 -29 48 -28 56', f.shade, 2.4),
          line('M22 34C27 42 29 48 28 56', f.shade, 2.4),
          line('M-46 6C-49 8 -51 11 -53 15M-47 0C-51 1 -53 3 -55 5', f.shade, 1.8),
          line('M46 6C49 8 51 11 53 15M47 0C51 1 53 3 55 5', f.shade, 1.8),
          line('M-30 -52C-12 -57 12 -57 30 -52M-24 -63C-10 -67 10 -67 24 -63', f.shade, 1.8),
          line('M-36 14C-30 18 -20 18 -15 14M36 14C30 18 20 18 15 14', f.shade, 1.6)
        )
      : '',
    line(
      f.light === 'right'
        ? `M-60 -34C-62 20 ${-48 * jaw} 58 ${-25 * jaw} 83`
        : `M60 -34C62 20 ${48 * jaw} 58 ${25 * jaw} 83`,
      f.rim,
      2.6,
      'opacity=".8"'
    ),
  ].join('')
}

/** A neck under such a face, with the shadow of the chin on it. */
export const neck = (skin: string, shade: string, width = 27) =>
  path(`M${-width} 40L${-width - 3} 122C${-width - 10} 140 ${width + 10} 140 ${width + 3} 122L${width} 40Z`, skin) +
  path(`M${-width} 60C-10 112 12 112 ${width} 66L${width} 96C12 122 -12 122 ${-width} 92Z`, shade, 'opacity=".8"')
