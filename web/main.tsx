import { createRoot } from 'react-dom/client'
import { dropEarly } from '#web/app/api/requests/early.ts'
import { App } from '#web/app/app.tsx'
import '#web/ui/app.css'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

/** Milliseconds after which the first screen has taken its early responses. Later screens must not show what is left. */
const TAKEN = 10_000

setTimeout(dropEarly, TAKEN)
