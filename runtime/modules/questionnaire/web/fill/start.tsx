/** The page of people who fill in: loaded by itself, without the code of the administration. */
import { createRoot } from 'react-dom/client'
import { FillPage } from './FillPage.tsx'
import { language } from './language.ts'
import './fill.css'

document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN'
const root = document.getElementById('root')
/** The last part of `/q/{link}`. */
const link = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')
/** A screen keyboard takes half of a phone: the input that has the focus stays in view. */
function keepFocusInView(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)
    activeElement.scrollIntoView({ block: 'nearest' })
}
window.visualViewport?.addEventListener('resize', keepFocusInView)

if (root) createRoot(root).render(<FillPage link={link} />)
