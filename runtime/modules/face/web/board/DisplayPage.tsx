/** `/#/faceid`: the figures on a wall. Dark unless somebody has chosen otherwise on this device. */
import { useEffect, useState } from 'react'
import { isAdminSignedIn, LanguageSwitch, usePageTheme, useTitle } from 'tablewright/web'
import { useT } from '../texts.ts'
import { Board } from './Board.tsx'

type Theme = 'light' | 'dark'
const themeKey = 'face.display.theme'

function storedTheme(): Theme {
  try {
    return localStorage.getItem(themeKey) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** Whether the page fills the screen. */
function useFullScreen(): boolean {
  const [isFull, setIsFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = (): void => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  return isFull
}

export function DisplayPage() {
  const t = useT()
  const [theme, setTheme] = useState(storedTheme)
  const isFull = useFullScreen()
  usePageTheme(theme)
  useTitle(t('title'))
  const changeTheme = (): void => {
    const next = theme === 'dark' ? 'light' : 'dark'
    storeTheme(next)
    setTheme(next)
  }
  return (
    <main className="face-display" id="main" tabIndex={-1}>
      <Board
        controls={
          <>
            <button type="button" className="face-button" onClick={changeTheme}>
              {t(theme === 'dark' ? 'light' : 'dark')}
            </button>
            {document.fullscreenEnabled && (
              <button
                type="button"
                className="face-button"
                onClick={() =>
                  void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
                    () => undefined,
                  )
                }
              >
                {t(isFull ? 'leave-full-screen' : 'full-screen')}
              </button>
            )}
            {!isFull && <LanguageSwitch />}
            {!isFull && isAdminSignedIn() && (
              <a className="face-button" href="#/admin/face/dashboard">
                {t('to-admin')}
              </a>
            )}
          </>
        }
      />
    </main>
  )
}
