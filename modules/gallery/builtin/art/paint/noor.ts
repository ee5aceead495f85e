import { Canvas, circle, ellipse, group, line, path, rect } from './canvas.ts'
import { face, neck } from './face.ts'
import { hills, ridge } from './nature.ts'

export const avatar = () => {
  const c = new Canvas(512, 512)
  c.fill(c.linear(['0 #1d7f8c', '.45 #7cc3b8', '.7 #f6dcae', '1 #e9b27c']))
  c.glow(256, 210, 330, '#fff3cf', 0.8)
  c.add(circle(256, 206, 172, c.radial(['0 #fff6dd', '.7 #ffd998', '1 #f7a95c'])))
  // sails in the distance
  c.add(
    path('M28 372L62 220L74 372ZM74 372L84 250L116 372Z', '#a5432c', 'opacity=".85"'),
    path('M20 376H128L112 396H36Z', '#5e2a24')
  )
  c.add(path(hills(512, 512, 392, 14, 9, 4), '#fbefd8'), path(hills(512, 512, 430, 16, 15, 3), '#f1d9b4'))
  c.add(
    // the coat
    path(
      'M256 338C196 342 140 360 106 392C72 426 62 470 58 512H456C452 470 440 426 406 392C372 360 316 342 256 338Z',
      c.linear(['0 #b4562f', '.5 #7e3320', '1 #3a1614'], [0, 0, 1, 0.4])
    ),
    path('M160 372L206 512H150L110 398ZM352 372L306 512H362L402 398Z', '#5a2218'),
    line('M160 372L206 512M352 372L306 512', '#e2a25e', 3),
    path('M206 400H306L296 512H216Z', '#eadbc0'),
    line('M256 404V452', '#c99a4a', 3),
    group(
      'transform="translate(256 462)"',
      '<circle r="9" fill="none" stroke="#e8b04a" stroke-width="5"/>',
      line('M0 9V40M0 30H10M0 38H9', '#e8b04a', 5)
    )
  )
  // the end of her turban in the wind
  c.add(
    path(
      'M330 150C380 140 430 170 470 150C448 190 410 196 386 206C424 214 452 210 480 226C436 248 384 240 340 228Z',
      c.linear(['0 #176470', '1 #2fa3a4'], [0, 0, 1, 0])
    )
  )
  c.add(line('M340 176C384 166 424 186 458 164M342 196C386 206 430 222 466 224', '#8fe0d8', 2.5, 'opacity=".6"'))
  c.add(
    group(
      'transform="translate(256 226)"',
      path('M-68 -30C-76 20 -70 70 -52 106L52 106C70 70 76 20 68 -30Z', '#24100f'),
      neck('#a96a44', '#4f2320', 27),
      face(c, {
        skin: '#c98557',
        shade: '#6b2f26',
        rim: '#fff0c4',
        brow: '#22100d',
        iris: '#2b7d80',
        lip: '#a9534a',
        lipDark: '#6e2b2c',
        jaw: 0.98,
        smile: 6,
        open: 0.78,
        lashes: true,
        browWidth: 6,
        browLift: 4,
      }),
      line('M-46 -36L-36 -14', '#f0c6a0', 3),
      line('M-46 -36L-36 -14', '#7a3a2c', 1),
      // the turban and the goggles
      path(
        'M-74 -26C-88 -94 -46 -138 6 -136C60 -136 90 -92 74 -26C60 -54 30 -66 0 -66C-30 -66 -60 -54 -74 -26Z',
        c.linear(['0 #2a96a0', '.6 #176470', '1 #0b3540'], [0, 0, 1, 0.5])
      ),
      line(
        'M-76 -50C-50 -96 10 -112 66 -96M-74 -34C-44 -74 24 -88 76 -66M-60 -96C-34 -124 20 -130 50 -116M-20 -66C10 -84 50 -82 74 -44',
        '#0c4450',
        4,
        'opacity=".7"'
      ),
      line('M-72 -58C-46 -100 8 -118 58 -104', '#7fd8d2', 2.5, 'opacity=".7"'),
      line('M-78 -62L78 -62', '#3a2018', 12),
      ...([-30, 30] as const).flatMap((x) => [
        circle(x, -66, 26, c.radial(['0 #fbe3a8', '.6 #b27a34', '1 #4f2f16'], [0.35, 0.3, 0.8])),
        circle(x, -66, 18, c.linear(['0 #123b46', '.6 #2fa3a4', '1 #ffe2a0'], [0, 0, 1, 1])),
        path(
          `M${x - 12} -72C${x - 8} -82 ${x + 4} -84 ${x + 10} -78C${x} -78 ${x - 6} -74 ${x - 10} -66Z`,
          '#fff',
          'opacity=".65"'
        ),
      ]),
      rect(-7, -72, 14, 10, '#7c5526', 'rx="3"'),
      circle(-64, 30, 8, 'none', 'stroke="#f0c464" stroke-width="3.5"')
    ),
    // three scarves
    path(
      'M170 352C196 330 316 330 342 352C356 372 330 398 256 400C182 398 156 372 170 352Z',
      c.linear(['0 #e8543c', '1 #8e2222'])
    ),
    path(
      'M178 338C206 324 306 324 334 338C340 356 310 372 256 374C202 372 172 356 178 338Z',
      c.linear(['0 #f4b13e', '1 #b06a1e'])
    ),
    path(
      'M190 326C216 316 296 316 322 326C326 340 300 352 256 352C212 352 186 340 190 326Z',
      c.linear(['0 #2fa0a4', '1 #14505c'])
    ),
    line('M184 346C220 362 292 362 328 346M176 366C216 388 296 388 336 366', '#fff', 2, 'opacity=".35"'),
    path(
      'M336 352C390 350 420 372 474 352C460 386 430 392 408 396C438 404 462 402 488 416C440 438 370 422 322 384Z',
      c.linear(['0 #e8543c', '1 #9e2a26'], [0, 0, 1, 0.3])
    ),
    line('M348 364C392 368 430 380 462 366M344 380C390 396 430 410 470 414', '#ffb49a', 2, 'opacity=".6"')
  )
  c.vignette('#3a1410', 0.35)
  return c.toSvg()
}

export const background = () => {
  const c = new Canvas(1600, 900)
  c.fill(c.linear(['0 #0f5f78', '.35 #5fb3b4', '.58 #f8dfae', '.66 #fff3d6', '1 #e6b880']))
  c.glow(430, 470, 640, '#fff6d6', 0.85)
  c.add(circle(430, 470, 108, c.radial(['0 #fffdf0', '.8 #ffe7ae', '1 #ffcf86'])))
  for (let n = 0; n < 9; n++)
    c.add(
      ellipse(
        200 + ((n * 397) % 1500),
        90 + ((n * 71) % 240),
        150 + (n % 4) * 50,
        7 + (n % 3) * 4,
        '#fff',
        'opacity=".3"'
      )
    )
  c.add(path(ridge(1600, 620, 560, 60, 12), '#c98f6a', 'opacity=".6"'))
  // wrecks, half sunk in the salt
  c.add(
    path('M180 620L230 520L420 556L400 630Z', '#8a5a48'),
    line('M290 540L320 420M320 440L370 470', '#7a4a3c', 6),
    path('M1340 640L1370 560L1560 500L1600 520V650Z', '#9a6850'),
    line('M1420 590V540M1460 580V524M1500 566V508', '#7a4a3c', 5)
  )
  c.add(
    path(hills(1600, 900, 618, 12, 4, 3), '#fff6e2'),
    path(hills(1600, 900, 680, 22, 7, 3), '#fae6c4'),
    path(hills(1600, 900, 770, 34, 9, 2), '#eccb9c')
  )
  for (let n = 0; n < 26; n++) {
    const x = (n * 211) % 1600
    const y = 650 + ((n * 67) % 230)
    c.add(line(`M${x} ${y}l40 -8l26 12l44 -6`, '#d9b286', 2, 'opacity=".55"'))
  }
  // the Contrary, running
  c.add(
    group(
      'transform="translate(930 620) rotate(-4)"',
      ellipse(20, 150, 330, 20, '#a8734e', 'opacity=".45"'),
      path('M-300 40C-220 70 180 80 330 10L290 110C200 140 -160 140 -240 112Z', c.linear(['0 #7a3a26', '1 #2e1410'])),
      path('M-300 40C-220 70 180 80 330 10L324 26C180 96 -220 88 -292 58Z', '#d8894e'),
      path('M-60 84l50 4l-4 26l-40 -2z', '#c9a06a'),
      line('M-56 88l42 22M-14 90l-36 18', '#5a2a1c', 3),
      line('M-180 60V-260M20 70V-380M200 50V-250', '#3a1c14', 10),
      path(
        'M-176 -250C-60 -200 -70 -40 -170 20C-150 -80 -150 -170 -176 -250Z',
        c.linear(['0 #f8ead0', '1 #d7a878'], [0, 0, 1, 0])
      ),
      path(
        'M24 -372C190 -290 180 -70 28 24C60 -110 56 -260 24 -372Z',
        c.linear(['0 #e2583c', '1 #962c26'], [0, 0, 1, 0])
      ),
      path(
        'M204 -240C320 -180 316 -40 206 20C228 -70 226 -160 204 -240Z',
        c.linear(['0 #f8ead0', '1 #d7a878'], [0, 0, 1, 0])
      ),
      line('M40 -300C110 -250 130 -150 120 -60M48 -200C90 -170 100 -110 90 -50', '#fff', 3, 'opacity=".25"'),
      path('M20 -380l70 -18l-70 -18z', '#1d7f8c'),
      rect(-230, -10, 90, 60, '#5a2a1c', 'rx="6"'),
      rect(-214, 2, 24, 22, '#ffe2a0'),
      rect(-180, 2, 24, 22, '#ffe2a0'),
      line('M-180 -250L-300 40M20 -370L-180 50M20 -370L200 50M200 -240L330 10', '#3a1c14', 2.5, 'opacity=".7"'),
      line('M-220 112L-260 160H-80M160 120L140 162H320', '#2e1410', 10)
    )
  )
  for (let n = 0; n < 16; n++)
    c.add(
      ellipse(
        560 - n * 26,
        780 - (n % 4) * 16,
        46 + n * 4,
        16 + n,
        '#fff4dc',
        `opacity="${(0.5 - n * 0.028).toFixed(2)}"`
      )
    )
  // three black sails
  for (const [x, size] of [
    [1240, 1],
    [1300, 0.8],
    [1350, 0.9],
  ] as const)
    c.add(path(`M${x} 622l${10 * size} ${-60 * size}l${22 * size} ${60 * size}z`, '#2a1a20'))
  c.vignette('#4a1c10', 0.3)
  return c.toSvg()
}
