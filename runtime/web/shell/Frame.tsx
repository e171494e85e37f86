/** What surrounds every page: progress line, splash screen, toasts, offline notice. It needs no router. */
import type { ReactNode } from 'react'
import { SplashScreen } from './SplashScreen.tsx'
import { Toaster } from '../core/Toaster.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ProgressLine } from './ProgressLine.tsx'

export function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="tw-root">
      <ProgressLine />
      <OfflineNotice />
      <div className="tw-root-page">{children}</div>
      <Toaster />
      <SplashScreen />
    </div>
  )
}
