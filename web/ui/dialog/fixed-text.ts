/**
 * An effect: text in a form cannot change while it is being saved. What was typed then would disappear with the form, unsaved. Apart from the
 * form, so that the sign-in page does not load it.
 */
export function watchFixedText() {
  const refuse = (event: InputEvent) => {
    if (event.target instanceof Element && event.target.closest('form[data-saving]')) event.preventDefault()
  }
  document.addEventListener('beforeinput', refuse)
  return () => document.removeEventListener('beforeinput', refuse)
}
