/** Enhances the page of a book, which reads well without scripts. */
const print = document.getElementById('print')
print.hidden = false
print.addEventListener('click', () => window.print())
