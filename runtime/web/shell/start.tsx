/** Starts the web client in the page's `#root`. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { provideParts, type WebParts } from './parts.ts'

export function startWeb(parts: WebParts): void {
  provideParts(parts)
  createRoot(document.getElementById('root')!).render(<StrictMode>Tablewright</StrictMode>)
}
