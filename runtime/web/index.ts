/**
 * The public API of the web core for generated code, modules and `main.web.tsx`. What built-in components are made of
 * is public as well, in `parts.ts`.
 */
import type { ComponentProps } from 'react'
import type { ChartProps } from './chart/Chart.tsx'
import type { OptionLabel as OptionLabelOfEnums } from './fields/enum/OptionLabel.tsx'
import type { MomentTextProps } from './fields/MomentText.tsx'
import { lazyComponent } from './loading/lazy-component.tsx'
import type { AvatarPickerProps } from './upload/AvatarPicker.tsx'
import type { CaptchaDialogProps } from './session/captcha/CaptchaDialog.tsx'

export { startWeb } from './shell/start.tsx'
export type { ValidatorLoaders, ValidatorMap, WebModule, WebOptions as WebParts } from './modules/registry.ts'
export {
  defineTheme,
  defineWebModule,
  type ListProps,
  type NamedComponents,
  type PanelProps,
  type PartNames,
  type RecordPanel,
  type ToolbarButton,
  type ToolbarControl,
  type ToolbarPartProps,
} from './define-module.ts'
export type { InputProps } from './fields/input.ts'
export type { CellProps } from './fields/renderer.ts'
export type { FormProps } from './form/form-props.ts'
export { getData, postData } from './api/client.ts'
export { createRecords } from './api/records.ts'
export { callRoute } from './api/routes.ts'
export { Can, type CanProps } from './permissions/Can.tsx'
export { can, useCan } from './auth/permissions.ts'
export { notify, type Toast, type ToastTone } from './toasts/notify.ts'
export { useStaleWhileRevalidate } from './api/stale-while-revalidate.ts'
export { formatDecimal } from '../protocol/index.ts'
export { listAddress } from './fields/naming.ts'
export { useLanguage } from './i18n/language.ts'
export { ApiError, errorText } from './api/api-error.ts'
export { fileUrl } from './auth/session.ts'
export { clearMember, isMemberSignedIn, member, saveMember } from './auth/member.ts'
export { useSite } from './auth/use-site.ts'
export { lazyComponent } from './loading/lazy-component.tsx'
export { SubmitButton } from './loading/SubmitButton.tsx'
export { useSubmitLater } from './react/use-submit-later.ts'
export { useTitle } from './page/title.ts'
export { isLoadingPath, pendingRedirectPath, pendingRedirectTarget } from './shell/pending-redirect.ts'
export { LoadingScreen } from './shell/LoadingScreen.tsx'
export { useForm } from './session/use-form.ts'
export { SignInLayout } from './session/SignInLayout.tsx'
export { PasswordInput, TextInput } from './session/SignInInputs.tsx'
export type { SolvedCaptcha } from './session/captcha/calls.ts'
export { Mark } from './theme/Mark.tsx'
export { LanguageSwitch, ThemeSwitch } from './theme/Switches.tsx'
export { defineTexts, type TranslationOf } from './i18n/texts.ts'
export { useIsPageActive, usePage } from './page/page.ts'

/**
 * An option of an enumeration, as lists show it. Loaded when it is first shown: this file is part of the first load.
 */
export const OptionLabel = lazyComponent<ComponentProps<typeof OptionLabelOfEnums>>(
  async () => (await import('./fields/enum/OptionLabel.tsx')).OptionLabel,
)

/** Asks for a captcha. Loaded when it is first shown. */
export const CaptchaDialog = lazyComponent<CaptchaDialogProps>(
  async () => (await import('./session/captcha/CaptchaDialog.tsx')).CaptchaDialog,
)

/** Chooses, crops and uploads an avatar. Loaded when it is first shown. */
export const AvatarPicker = lazyComponent<AvatarPickerProps>(
  async () => (await import('./upload/AvatarPicker.tsx')).AvatarPicker,
)

/** A date or time, typed or picked. Loaded when it is first shown. */
export const MomentText = lazyComponent<MomentTextProps>(
  async () => (await import('./fields/MomentText.tsx')).MomentText,
)

/** A chart with its data as a table. Loaded when it is first shown, and the chart library when there is data. */
export const Chart = lazyComponent<ChartProps>(async () => (await import('./chart/Chart.tsx')).Chart)
