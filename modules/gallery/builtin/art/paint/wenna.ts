import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { face, neck } from './face.ts'
import { hills, ridge, stars } from './nature.ts'

const lantern = (c: Canvas, x: number, y: number, size: number) => {
  c.glow(x, y, size * 7.5, '#ffb648', 0.75)
  c.add(
    group(
      `transform="translate(${x} ${y}) scale(${size / 20})"`,
      line('M-12 -34C-12 -52 12 -52 12 -34', '#2a1d18', 3.5),
      path('M-18 -34L18 -34L13 -24L-13 -24Z', '#38251c'),
      rect(-13, -24, 26, 42, c.radial(['0 #fff6d8', '.5 #ffc65c', '1 #d9762a']), 'rx="4"'),
      line('M-13 -24L-13 18M13 -24L13 18M0 -24L0 18', '#38251c', 3),
      path('M-17 18L17 18L14 26L-14 26Z', '#38251c')
    )
  )
}

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #101c2b', '.5 #24455a', '.78 #5d7f83', '1 #2c4a52']))
  c.add(stars(40, 512, 170, 3, '#cfe6ea'))
  c.glow(110, 120, 150, '#b9d8dc', 0.35)
  c.add(circle(110, 118, 34, '#dbe9e4', 'opacity=".85"'))
  c.add(path(ridge(512, 512, 262, 80, 5), '#1d3847', 'opacity=".8"'), path(hills(512, 512, 318, 22, 8), '#163040'))
  c.add(rect(0, 330, 512, 182, c.linear(['0 #6f9597 .7', '1 #1b3540 0'])))
  c.add(line('M30 352H170M60 372H230M330 348H480M300 382H500M10 404H140', '#bcd6d4', 2, 'opacity=".35"'))
  // the cloak and its hood, behind the face
  c.add(
    path(
      'M256 66C156 68 128 170 146 258C150 298 120 330 62 372C26 402 16 460 12 512L500 512C496 456 478 396 440 368C392 332 362 300 366 258C384 168 356 66 256 66Z',
      c.linear(['0 #2b2034', '.55 #3d2c42', '1 #1b1422'])
    ),
    path(
      'M256 92C184 94 166 170 174 238C178 290 206 330 256 346C306 330 334 290 338 238C346 170 328 92 256 92Z',
      '#140d19'
    )
  )
  // hair at the sides, face, collar
  c.add(
    group(
      'transform="translate(254 222) scale(.98)"',
      path(
        'M-76 -40C-90 40 -84 96 -62 132L-20 120L-40 -60ZM76 -40C92 40 84 96 62 132L20 120L40 -60Z',
        c.linear(['0 #e9e4dc', '1 #8f8b92'])
      ),
      neck('#c99a7a', '#5d3a3a'),
      face(c, {
        skin: '#e0b292',
        shade: '#6d4547',
        rim: '#ffcf86',
        brow: '#d8d2c8',
        iris: '#5c8c94',
        lip: '#b06a62',
        lipDark: '#7c4146',
        jaw: 0.96,
        smile: 4,
        open: 0.62,
        light: 'right',
        lines: true,
        browWidth: 6,
      }),
      path(
        'M-62 -22C-66 -84 -38 -108 2 -108C42 -108 68 -84 62 -22C52 -62 34 -84 6 -88C-28 -84 -50 -62 -62 -22Z',
        c.linear(['0 #f4f0e8', '1 #a7a2a6'])
      ),
      line(
        'M2 -106C-26 -94 -50 -66 -61 -26M4 -104C32 -94 52 -66 61 -30M-10 -100C-34 -84 -48 -64 -56 -44M16 -100C38 -86 50 -66 56 -46',
        '#8d888f',
        1.8,
        'opacity=".7"'
      )
    ),
    path(
      'M150 344C190 330 214 352 256 372C300 352 322 330 364 344C388 360 372 420 256 428C140 420 126 360 150 344Z',
      c.linear(['0 #6a4c5c', '1 #2e2032'])
    ),
    line('M166 352C200 346 224 372 256 388C290 372 312 346 348 352', '#8d6878', 3, 'opacity=".7"'),
    path('M196 380C230 402 282 402 316 380L300 512L212 512Z', '#261a2c'),
    circle(256, 404, 15, c.radial(['0 #ffe9b0', '.6 #c98a3a', '1 #6a4020'])),
    circle(252, 400, 4, '#fff6dc')
  )
  // her braid
  c.add(
    ...[0, 1, 2, 3, 4, 5].map((n) =>
      ellipse(
        176 - n * 3,
        352 + n * 25,
        17 - n * 1.2,
        16,
        n % 2 ? '#cfc9c6' : '#e6e1da',
        `transform="rotate(${n % 2 ? 22 : -22} ${176 - n * 3} ${352 + n * 25})"`
      )
    )
  )
  c.add(rect(148, 480, 22, 9, '#7c3f46', 'rx="3"'))
  c.add(
    path(
      'M340 512C352 440 372 378 388 330C396 308 416 306 424 318C430 330 424 350 428 372C436 420 452 470 470 512Z',
      c.linear(['0 #4a3550', '1 #241829'])
    ),
    path(
      'M386 334C378 316 384 300 398 298C412 290 428 298 428 312C432 326 426 338 414 342C402 346 392 344 386 334Z',
      c.linear(['0 #eec09c', '1 #8a5a4c'])
    ),
    line(
      'M396 300C392 308 392 316 396 322M408 297C404 306 404 316 408 322M419 301C416 308 416 314 419 320',
      '#8a5a4c',
      2,
      'opacity=".7"'
    )
  )
  lantern(c, 408, 396, 29)
  c.glow(360, 300, 240, '#ffb648', 0.22)
  c.vignette('#060a12', 0.6)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #0d1826', '.42 #2b4f63', '.56 #7fa2a2', '.6 #3d6470', '1 #0e1d28']))
  c.add(stars(150, 1600, 380, 11, '#d7ecef'))
  c.glow(1130, 210, 330, '#c7e0e0', 0.4)
  c.add(
    circle(1130, 210, 64, '#e2eee9', 'opacity=".92"'),
    circle(1110, 190, 9, '#c9dcd8', 'opacity=".7"'),
    circle(1150, 232, 14, '#c9dcd8', 'opacity=".6"'),
    circle(1148, 180, 6, '#c9dcd8', 'opacity=".6"')
  )
  c.add(
    path(ridge(1600, 560, 430, 210, 21), '#325a6b', 'opacity=".7"'),
    path(ridge(1600, 560, 486, 130, 14), '#234656'),
    path(hills(1600, 560, 528, 30, 6, 5), '#193645')
  )
  c.add(rect(0, 548, 1600, 352, c.linear(['0 #8fb0ad', '.2 #4d7680', '1 #0c1a24'])))
  c.add(rect(0, 470, 1600, 150, c.linear(['0 #cfe2de 0', '.5 #cfe2de .5', '1 #cfe2de 0'])))
  for (let n = 0; n < 42; n++) {
    const y = 570 + ((n * 53) % 320)
    c.add(
      line(`M${(n * 197) % 1600} ${y}h${30 + ((n * 37) % 120)}`, '#cfe4e0', 1.6, `opacity="${0.1 + (n % 4) * 0.06}"`)
    )
  }
  for (let n = 0; n < 22; n++)
    c.add(
      ellipse(
        1130 + ((n * 29) % 37) - 18,
        564 + n * 14,
        66 - n * 2.2,
        3.2,
        '#eef7f2',
        `opacity="${(0.42 - n * 0.016).toFixed(2)}"`
      )
    )
  // the jetty, the cottage and the boat
  c.add(
    path('M0 690L700 640L740 652L0 740Z', '#1a222c'),
    path('M0 740L740 652L740 668L0 790Z', '#0e141b'),
    ...[60, 180, 300, 420, 540, 650].map((x, n) => rect(x, 690 - n * 6, 20, 150 - n * 12, '#10161d')),
    path('M40 700L40 500L150 430L262 500L262 678Z', '#141b24'),
    path('M24 512L150 422L280 512L268 524L150 444L36 524Z', '#0c1117'),
    rect(200, 400, 26, 76, '#0c1117'),
    rect(96, 560, 54, 62, '#ffb95a', 'rx="3"'),
    line('M123 560V622M96 590H150', '#141b24', 5)
  )
  c.glow(123, 590, 170, '#ffb24a', 0.5)
  c.add(
    path('M760 700C820 742 1010 742 1070 690L1046 752C1000 776 830 776 790 756Z', '#131a22'),
    line('M1062 694L1062 600', '#131a22', 7),
    line('M870 740L960 470', '#10161d', 6)
  )
  lantern(c, 1062, 612, 24)
  for (let n = 0; n < 10; n++)
    c.add(
      ellipse(
        1062 + ((n * 17) % 21) - 10,
        768 + n * 13,
        34 - n * 2.4,
        3.4,
        '#ffc66a',
        `opacity="${(0.62 - n * 0.055).toFixed(2)}"`
      )
    )
  c.add(rect(0, 640, 1600, 130, c.linear(['0 #bdd5d2 0', '.5 #bdd5d2 .22', '1 #bdd5d2 0'])))
  c.vignette('#04080e', 0.55)
  return c.toSvg()
}
