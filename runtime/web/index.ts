/**
 * The public API of the web core for generated code, modules and `main.web.tsx`. What built-in components are made of
 * is public as well, in `parts.ts`.
 */
import type { ComponentProps } from 'react'
import type { QrCodeProps } from './core/QrCode.tsx'
import type { ChartProps } from './core/chart/Chart.tsx'
import type { PageStepsProps } from './core/page/PageSteps.tsx'
import type { OptionLabel as OptionLabelOfEnums } from './fields/enum/OptionLabel.tsx'
import type { TextDiffProps } from './fields/html/TextDiff.tsx'
import type { MomentTextProps } from './fields/MomentText.tsx'
import { lazyComponent } from './core/loading/lazy-component.tsx'
import type { AvatarPickerProps } from './files/AvatarPicker.tsx'
import type { CaptchaDialogProps } from './identity/session/captcha/CaptchaDialog.tsx'

export { startWeb } from './shell/start.tsx'
export type { ValidatorLoaders, ValidatorMap, WebModule, WebOptions as WebParts } from './core/module-registry.ts'
export {
  defineTheme,
  defineWebModule,
  type ListProps,
  type MemberPage,
  type MemberPageProps,
  type NamedComponents,
  type PanelProps,
  type PartNames,
  type RecordPanel,
  type ToolbarButton,
  type ToolbarControl,
  type ToolbarPartProps,
} from './define-module.ts'
export type { InputProps } from './fields/input-props.ts'
export type { CellProps } from './fields/renderer.ts'
export type { FormProps } from './form/form-props.ts'
export { getData, postData } from './core/api/client.ts'
export { loadMemberPages } from './core/module-registry.ts'
export { createRecords } from './core/api/records.ts'
export { callRoute, downloadRoute } from './core/api/routes.ts'
export { useTopic, type LiveTopic, type TopicUse } from './core/live/use-topic.ts'
export type { TopicEntry } from './core/live/topic-sync.ts'
export { openStream } from './core/live/address.ts'
export { Can, type CanProps } from './identity/permissions/Can.tsx'
export { can, useCan } from './core/auth/permissions.ts'
export { notify, type Toast, type ToastTone } from './core/notify.ts'
export { useStaleWhileRevalidate, type Revalidated } from './core/api/stale-while-revalidate.ts'
export { formatDecimal } from '../protocol/index.ts'
export { listAddress } from './fields/record-names.ts'
export { useLanguage } from './core/i18n/language.ts'
export { ApiError, errorText } from './core/api/api-error.ts'
export { fileUrl } from './core/auth/session.ts'
export { isAdminSignedIn, signedInAdmin } from './core/auth/session.ts'
export { clearMember, isMemberSignedIn, member, saveMember } from './core/auth/member.ts'
export { useSite } from './core/auth/use-site.ts'
export { lazyComponent } from './core/loading/lazy-component.tsx'
export { SubmitButton } from './core/loading/SubmitButton.tsx'
export { useSubmitLater } from './core/react/use-submit-later.ts'
export { useTitle } from './core/page/title.ts'
export { isLoadingPath, pendingRedirectPath, pendingRedirectTarget } from './shell/pending-redirect.ts'
export { LoadingScreen } from './shell/LoadingScreen.tsx'
export { useForm } from './identity/session/use-form.ts'
export { SignInLayout } from './identity/session/SignInLayout.tsx'
export { PasswordInput, TextInput } from './identity/session/SignInInputs.tsx'
export type { SolvedCaptcha } from './identity/session/captcha/calls.ts'
export { Mark } from './core/theme/Mark.tsx'
export { usePageTheme } from './core/theme/theme.ts'
export { LanguageSwitch, ThemeSwitch } from './core/theme/Switches.tsx'
export { defineTexts, type TranslationOf } from './core/i18n/texts.ts'
export { useIsPageActive, usePage } from './core/page/page.ts'

/**
 * An option of an enumeration, as lists show it. Loaded when it is first shown: this file is part of the first load.
 */
export const OptionLabel = lazyComponent<ComponentProps<typeof OptionLabelOfEnums>>(
  async () => (await import('./fields/enum/OptionLabel.tsx')).OptionLabel,
)

/** Says why camera and microphone cannot be used, where that is so. Loaded when it is first shown. */
export const MediaNotice = lazyComponent(async () => (await import('./core/MediaNotice.tsx')).MediaNotice)

/** A text as a QR code. Loaded when it is first shown. */
export const QrCode = lazyComponent<QrCodeProps>(async () => (await import('./core/QrCode.tsx')).QrCode)

/** Steps through the pages of a list of visitors and members. Loaded when it is first shown. */
export const PageSteps = lazyComponent<PageStepsProps>(
  async () => (await import('./core/page/PageSteps.tsx')).PageSteps,
)

/** The plain home page: name and links of the site. Loaded when it is first shown. */
export const PlainHome = lazyComponent(async () => (await import('./shell/pages/Home.tsx')).Home)

/** Asks for a captcha. Loaded when it is first shown. */
export const CaptchaDialog = lazyComponent<CaptchaDialogProps>(
  async () => (await import('./identity/session/captcha/CaptchaDialog.tsx')).CaptchaDialog,
)

/** Chooses, crops and uploads an avatar. Loaded when it is first shown. */
export const AvatarPicker = lazyComponent<AvatarPickerProps>(
  async () => (await import('./files/AvatarPicker.tsx')).AvatarPicker,
)

/** A date or time, typed or picked. Loaded when it is first shown. */
export const MomentText = lazyComponent<MomentTextProps>(
  async () => (await import('./fields/MomentText.tsx')).MomentText,
)

/** The changes of a text, word by word. Loaded when it is first shown. */
export const TextDiff = lazyComponent<TextDiffProps>(async () => (await import('./fields/html/TextDiff.tsx')).TextDiff)

/** A chart with its data as a table. Loaded when it is first shown, and the chart library when there is data. */
export const Chart = lazyComponent<ChartProps>(async () => (await import('./core/chart/Chart.tsx')).Chart)
