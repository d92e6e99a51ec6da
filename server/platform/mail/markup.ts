/** Text that is already markup. Other template values are escaped. */
export class Markup {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Value = string | Markup | Value[]

const write = (value: Value): string => {
  if (Array.isArray(value)) return value.map(write).join('\n')
  return value instanceof Markup ? value.markup : escape(value)
}

export const html = (strings: TemplateStringsArray, ...values: Value[]) =>
  new Markup(String.raw({ raw: strings }, ...values.map(write)))

export const lines = (text: string) => text.split(/\r?\n/).map((line, index) => (index ? html`<br />${line}` : line))
