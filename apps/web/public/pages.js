/*
 * Enhances the server-rendered forms, which work without scripts.
 */

/** Each password gets a switch that shows it. The password is hidden again on submit, so that browsers still offer to save it. */
const eye =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z"/><circle cx="12" cy="12" r="3"/><path class="reveal-slash" d="m4 20 16-16"/></svg>'

for (const input of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button')
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-checked', String(isShown))
  }
  button.type = 'button'
  button.className = 'reveal'
  button.title = 'Show password'
  button.setAttribute('role', 'switch')
  button.setAttribute('aria-controls', input.id)
  button.innerHTML = `${eye}<span class="sr-only">Show password</span>`
  button.addEventListener('click', () => show(input.type === 'password'))
  input.form.addEventListener('submit', () => show(false))
  show(false)
  input.after(button)
}

/** Challenges work for ten minutes. */
const freshMs = 9 * 60_000

/** Returns the answer to the challenge of a form. Empty if it needs none, or none could be found: then the server says what to do. */
const solve = async (name) => {
  const response = await fetch(`/api/challenge?form=${name}`)
  const { challenge } = await response.json()
  if (!challenge) return ''
  return new Promise((resolve, reject) => {
    const worker = new Worker('/challenge_solver.js', { type: 'module' })
    worker.addEventListener('message', ({ data }) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', reject)
    worker.postMessage(challenge)
  })
}

/** Forms that may need proof of work find it in a worker while they are filled in, so that submitting rarely waits. */
for (const form of document.querySelectorAll('form[data-challenge]:not([data-challenge=""])')) {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'challenge'
  const status = document.createElement('p')
  status.className = 'hint'
  status.setAttribute('role', 'status')
  form.append(field, status)
  const button = form.querySelector('button[type="submit"]')

  let solving = null
  let begunAt = 0
  const begin = () => {
    if (solving && Date.now() - begunAt < freshMs) return
    begunAt = Date.now()
    field.value = ''
    const own = solve(form.dataset.challenge)
      .catch(() => '')
      .then((answer) => {
        if (solving !== own) return
        field.value = answer
        own.isDone = true
      })
    solving = own
  }
  form.addEventListener('input', begin)
  form.addEventListener('submit', async (event) => {
    begin()
    if (solving.isDone) return
    event.preventDefault()
    if (button.getAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    const timer = setTimeout(() => (status.textContent = 'Checking that you’re not a program …'), 300)
    await solving
    clearTimeout(timer)
    form.submit()
  })
  // The page may come back from the browser's cache, after its answer was used.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    solving = null
    status.textContent = ''
    button.removeAttribute('aria-disabled')
  })
}
