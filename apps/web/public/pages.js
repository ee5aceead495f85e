/**
 * Enhances the server-rendered forms, which work without scripts: each password gets a switch that shows it. The password is hidden
 * again on submit, so that browsers still offer to save it.
 */
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
