const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Letter = {
  productName: string
  title: string
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
}

/** One quiet layout for every mail, and the same words as plain text. What people typed is escaped here. */
export function letter({ productName, title, paragraphs, action }: Letter) {
  const text = [title, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), productName].join('\n\n')
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph)}</p>`).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escape(action.url)}" style="background:#3655cd;color:#fff;padding:10px 18px;border-radius:8px;text-decoration:none">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;color:#5b6270;font-size:13px">${escape(action.url)}</p>`
    : ''
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f5f8;font:15px/22px Arial,sans-serif;color:#151a26">
<div style="max-width:520px;margin:0 auto;background:#fff;border:1px solid #e2e5ec;border-radius:12px;padding:28px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escape(title)}</h1>
${body}
${button}
<p style="margin:24px 0 0;color:#5b6270;font-size:13px">${escape(productName)}</p>
</div></body></html>`
  return { text, html }
}
