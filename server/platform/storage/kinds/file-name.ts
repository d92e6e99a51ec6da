/** Removes folders and characters that change the text direction, which could disguise the extension. */
export const plainFileName = (name: string) =>
  name.replace(/^.*[/\\]/, '').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
