import { Canvas, circle, ellipse, group, line, path, rect, round } from './canvas.ts'
import { face, neck } from './face.ts'
import { rain } from './nature.ts'

const tile = (x: number, y: number, size: number, blue: string, pale: string) =>
  group(
    `transform="translate(${x} ${y}) scale(${size / 100})"`,
    rect(0, 0, 98, 98, pale),
    path(
      'M49 8C62 28 70 36 90 49C70 62 62 70 49 90C36 70 28 62 8 49C28 36 36 28 49 8Z',
      'none',
      `stroke="${blue}" stroke-width="5"`
    ),
    circle(49, 49, 13, blue),
    circle(49, 49, 5, pale),
    path(
      'M0 0H24C22 14 14 22 0 24ZM98 0H74C76 14 84 22 98 24ZM0 98H24C22 84 14 76 0 74ZM98 98H74C76 84 84 76 98 74Z',
      blue
    )
  )

const violin = (c: Canvas, place: string) => {
  const wood = c.linear(['0 #f0a552', '.45 #b85a24', '1 #5e2412'], [0, 0, 1, 0.6])
  return group(
    place,
    path(
      'M0 -128C34 -128 54 -104 50 -74C47 -54 34 -44 34 -24C34 -4 62 8 66 46C70 92 40 122 0 122C-40 122 -70 92 -66 46C-62 8 -34 -4 -34 -24C-34 -44 -47 -54 -50 -74C-54 -104 -34 -128 0 -128Z',
      '#3a150b'
    ),
    path(
      'M0 -121C30 -121 47 -100 43 -74C40 -56 27 -45 27 -24C27 0 55 12 59 46C62 86 35 115 0 115C-35 115 -62 86 -59 46C-55 12 -27 0 -27 -24C-27 -45 -40 -56 -43 -74C-47 -100 -30 -121 0 -121Z',
      wood
    ),
    path(
      'M-34 -92C-30 -110 -14 -114 4 -112C-16 -100 -28 -82 -30 -62C-36 -70 -38 -82 -34 -92Z',
      '#fff',
      'opacity=".22"'
    ),
    line(
      'M-30 4C-36 -8 -26 -14 -24 -4C-22 14 -36 32 -28 44C-22 50 -18 42 -22 38M30 4C36 -8 26 -14 24 -4C22 14 36 32 28 44C22 50 18 42 22 38',
      '#2a0e08',
      4
    ),
    path('M-11 -250L11 -250L14 20L-14 20Z', '#1c100d'),
    rect(-20, 26, 40, 8, '#e0b275', 'rx="2"'),
    path('M-14 44L14 44L9 106L-9 106Z', '#1c100d'),
    line('M-6 -250V44M-2 -250V44M2 -250V44M6 -250V44', '#efe4d0', 1, 'opacity=".8"'),
    path('M-12 -250C-14 -286 -10 -306 0 -312C18 -320 26 -300 12 -296C22 -284 14 -264 12 -250Z', '#8a4120'),
    line('M-12 -268H-26M-12 -284H-26M12 -276H26M12 -260H26', '#2a1510', 6)
  )
}

/** Curls along the edge of her hair, wider in the middle, each with a light of its own. */
const curls = (paint: string) =>
  Array.from({ length: 22 }, (_, n) => {
    const down = n / 21
    const out = 70 + Math.sin(down * Math.PI * 0.85) * 36 + (n % 3) * 9
    const y = 112 + down * 236
    const r = 15 + Math.sin(down * Math.PI) * 9 + (n % 4) * 2.5
    const curl = (x: number, side: number) =>
      circle(x, y, r, paint) +
      line(
        `M${x - side * r * 0.7} ${y}c0 ${-r * 0.9} ${side * r * 1.3} ${-r * 0.9} ${side * r * 1.3} 0c0 ${r * 0.6} ${-side * r * 0.8} ${r * 0.6} ${-side * r * 0.8} ${r * 0.05}`,
        side < 0 ? '#8a5238' : '#4a2618',
        1.8,
        'opacity=".55"'
      )
    return curl(round(256 - out), -1) + curl(round(256 + out), 1)
  })

export const avatar = () => {
  const c = new Canvas(512, 512)
  for (let y = 0; y < 6; y++)
    for (let x = 0; x < 6; x++) c.add(tile(x * 92 - 20, y * 92 - 20, 92, '#2f5f9e', '#dfe6e6'))
  c.fill(c.linear(['0 #f3c58a .35', '.5 #b0683e .45', '1 #2c1a2c .9'], [0, 0, 1, 1]))
  c.glow(70, 60, 420, '#ffe2ae', 0.75)
  // her hair behind, her shirt and apron
  const hair = c.linear(['0 #6b3a26', '.5 #34190f', '1 #150a0a'], [0, 0, 1, 0.5])
  c.add(
    path(
      'M256 84C184 80 150 140 156 214C158 270 150 300 168 344C200 380 312 380 344 344C362 300 354 270 356 214C362 140 328 80 256 84Z',
      hair
    ),
    ...curls(hair),
    path(
      'M256 338C206 340 152 352 112 378C72 404 58 456 54 512L458 512C454 456 440 404 400 378C360 352 306 340 256 338Z',
      c.linear(['0 #f2e6d2', '.6 #cdb7a0', '1 #6c5660'], [0, 0, 1, 0.4])
    ),
    path(
      'M176 352L196 430L170 512L344 512L318 430L338 352L322 348L300 424L212 424L192 348Z',
      c.linear(['0 #34567f', '1 #182a48'])
    ),
    line('M196 430H318', '#5f86b4', 3)
  )
  c.add(
    group(
      'transform="translate(256 226)"',
      neck('#d29a72', '#6b3328', 24),
      path('M-38 118C-20 150 20 150 38 118L30 106L-30 106Z', '#d29a72'),
      face(c, {
        skin: '#e8b488',
        shade: '#8a4632',
        rim: '#ffd79a',
        brow: '#2b140d',
        iris: '#6b4a1e',
        lip: '#c9645a',
        lipDark: '#963c3e',
        jaw: 0.9,
        smile: 3,
        open: 0.82,
        lashes: true,
        blush: '#e07a58',
        browWidth: 4.6,
      }),
      // curls over the brow, and the knot
      path(
        'M-66 10C-84 -60 -54 -112 0 -116C56 -112 84 -58 66 12C62 -26 50 -56 22 -74C26 -60 16 -52 8 -66C-2 -48 -24 -52 -30 -62C-50 -44 -60 -24 -66 10Z',
        hair
      ),
      circle(6, -128, 34, hair),
      path('M-22 -138C-10 -160 24 -162 36 -138C24 -150 -6 -150 -22 -138Z', '#8a4c30', 'opacity=".8"'),
      line('M-52 -60C-40 -92 -14 -106 14 -104M-58 -38C-54 -66 -40 -84 -24 -94', '#a5633c', 2.4, 'opacity=".7"'),
      line('M-64 8C-76 30 -62 42 -72 62C-78 76 -66 84 -70 96M66 8C76 32 64 46 74 64C80 78 68 88 72 98', '#34190f', 7),
      line('M-30 -138L52 -108', '#d8b06a', 5),
      circle(-63, 26, 4.5, '#f4d48a'),
      circle(63, 26, 4.5, '#b98a4a')
    )
  )
  c.add(violin(c, 'transform="translate(196 470) rotate(62) scale(.84)"'))
  // her hand on it
  c.add(
    path(
      'M372 470C356 440 338 424 316 404C304 396 292 402 296 412L310 428C296 416 284 418 286 430C280 432 280 440 286 444L304 458C312 470 320 492 324 512H398C396 496 386 484 372 470Z',
      c.linear(['0 #e8b488', '1 #a86044'], [0, 0, 1, 1])
    ),
    line('M310 428L324 442M286 430L310 452', '#8a4632', 2.2, 'opacity=".7"')
  )
  c.vignette('#1a0a10', 0.55)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #6a4634', '.6 #8a5a3c', '1 #3a2018']))
  for (let x = 0; x < 17; x++)
    for (let y = 0; y < 3; y++) c.add(tile(x * 96 - 10, 500 + y * 96, 96, '#2f5f9e', '#cfd8da'))
  c.fill(c.linear(['0 #2c1712 .35', '.5 #2c1712 .1', '1 #1d0f14 .75']))
  // the window on the street, rain, and the tram
  const pane = c.clip('<rect x="560" y="90" width="560" height="400" rx="6"/>')
  c.add(
    rect(540, 70, 600, 440, '#3a2117', 'rx="8"'),
    group(
      `clip-path="${pane}"`,
      rect(560, 90, 560, 400, c.linear(['0 #8fa6b4', '1 #d2cbb8'])),
      path('M560 490V250H640V190H720V270H800V220H900V300H980V200H1060V260H1120V490Z', '#c99b7a'),
      path('M560 250H640V190L680 160L720 190V270H560ZM900 300L940 262L980 300Z', '#a8543a'),
      ...[580, 670, 740, 830, 930, 1000, 1080].map((x, n) =>
        rect(x, 300 + (n % 3) * 22, 24, 40, n % 3 === 0 ? '#ffd98a' : '#5a6a78', 'rx="10"')
      ),
      rect(700, 372, 240, 100, '#f0b62e', 'rx="14"'),
      rect(700, 372, 240, 44, '#fbf3dc', 'rx="14"'),
      ...[716, 770, 824, 878].map((x) => rect(x, 384, 44, 36, '#32475a', 'rx="4"')),
      circle(714, 450, 9, '#fff6d0'),
      line('M820 372L850 330', '#33302c', 4),
      rain(150, 560, 420, 5, '#eef5f8', 0.6).replace('<path', '<path transform="translate(560 80)"')
    ),
    line('M840 90V490M560 290H1120', '#3a2117', 12)
  )
  c.glow(840, 290, 560, '#ffe6bc', 0.4)
  // violins on a rail, the bench and its shavings
  c.add(line('M60 120H500M1190 120H1560', '#2a140d', 12))
  c.add(
    violin(c, 'transform="translate(140 380) scale(.78)"'),
    violin(c, 'transform="translate(290 370) scale(.72)"'),
    violin(c, 'transform="translate(430 376) scale(.76)"'),
    violin(c, 'transform="translate(1290 384) scale(.8)"'),
    violin(c, 'transform="translate(1460 372) scale(.72)"')
  )
  c.add(
    path('M0 700L1600 680V900H0Z', c.linear(['0 #c98a52', '.1 #8a5228', '1 #2e160c'])),
    line('M0 700L1600 680', '#f2c88e', 5, 'opacity=".8"')
  )
  c.add(line('M0 760C400 740 900 770 1600 744M0 820C500 800 1100 840 1600 812', '#3a1c0e', 3, 'opacity=".5"'))
  c.add(violin(c, 'transform="translate(800 752) rotate(82) scale(.9)"'))
  for (let n = 0; n < 9; n++)
    c.add(line(`M${1000 + n * 46} ${742 + (n % 3) * 26}c14 -22 34 -8 24 6c-10 10 -24 0 -12 -10`, '#f0cf9c', 4))
  c.add(
    ellipse(330, 716, 70, 14, '#2e160c', 'opacity=".5"'),
    path('M290 650H370L362 716H298Z', '#f3ead8'),
    line('M370 662C396 660 396 696 366 696', '#f3ead8', 9),
    ellipse(330, 652, 40, 8, '#2a140c'),
    line('M320 636C312 616 330 606 322 584M344 638C338 618 354 606 346 588', '#fff', 4, 'opacity=".35"')
  )
  c.vignette('#12070a', 0.6)
  return c.toSvg()
}
