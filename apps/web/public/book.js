/** Enhances the page of a book, which reads well without scripts. */
const print = document.getElementById('print')
print.hidden = false
print.addEventListener('click', () => window.print())

const portrait = document.querySelector('.portrait')
if (portrait?.dataset.position) portrait.style.objectPosition = portrait.dataset.position
