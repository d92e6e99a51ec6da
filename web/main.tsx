import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app.tsx'
import '#web/ui/app.css'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
