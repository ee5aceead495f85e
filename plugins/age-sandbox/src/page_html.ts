/** The page on which the person chooses the outcome. It works without scripts. */
export const checkPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>Test age check</title>
<style>${style}</style>
</head>
<body>
<main>
  <p class="test"><strong>Test age check</strong>, nothing is verified</p>
  <h1>Are you of age?</h1>
  <p>Choose how this check ends. No document needed.</p>
  <form method="post">
    <button class="first" name="outcome" value="of_age">I am of age</button>
    <button name="outcome" value="under_age">I am not of age</button>
  </form>
</main>
</body>
</html>
`

const style = `
:root { color-scheme: dark light; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.25rem; font: 400 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; }
h1 { margin: 1rem 0 0.25rem; font-size: 1.75rem; line-height: 1.2; }
p { margin: 0 0 1.25rem; }
.test { padding: 0.625rem 0.875rem; border: 1px solid; border-radius: 0.5rem; font-size: 0.875rem; }
form { display: grid; gap: 0.75rem; }
button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid; border-radius: 0.5rem; background: none; color: inherit; font: inherit; cursor: pointer; }
button.first { font-weight: 600; }
`
