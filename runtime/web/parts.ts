/**
 * Parts of the built-in cells, inputs, forms and lists: an ejected component imports these by the public name
 * `tablewright/web/parts`. A file of its own, because the first page loads all that `index.ts` names.
 */
export { Blank } from './fields/Blank.tsx'
export { GroupedNumber } from './fields/GroupedNumber.tsx'
export { RecordLink, recordAddress } from './fields/RecordLink.tsx'
export { useCellT } from './fields/cell-texts.ts'
export { OptionLabel } from './fields/enum/OptionLabel.tsx'
export { FileList } from './fields/files/FileList.tsx'
export { filesIn, type KnownFile, type StoredListProps } from './fields/files/stored-list.ts'
export { UploadInput } from './fields/files/UploadInput.tsx'
export { Pictures } from './fields/files/Pictures.tsx'
export { Thumbnail } from './fields/files/Thumbnail.tsx'
export {
  controlProps,
  type ControlProps,
  groupProps,
  labelId,
  type FieldLocale,
  type LineRules,
  type LinesContext,
  type RecordView,
  type WireRow,
} from './fields/input-props.ts'
export { momentInput } from './fields/moment.tsx'
export { referenceContext, referenceText } from './fields/record-names.ts'
export { Picker } from './fields/picker/Picker.tsx'
export { usePicker, type PickerOption, type PickerOptions, type PickerState } from './fields/picker/picker.ts'
export { useChosen } from './fields/reference/selected-record.ts'
export { rememberName, useRecordName } from './fields/reference/names.ts'
export { optionsOfRows, useRemoteRows, type RemoteRows } from './fields/reference/options.ts'
export { RegionPickers } from './fields/region/RegionPickers.tsx'
export { useRegionName } from './fields/region/regions.ts'
export type { ListRow, Locale, OperandProps } from './fields/renderer.ts'
export { RemovableTag } from './fields/text/RemovableTag.tsx'
export { textInput, type TextShape } from './fields/text/TextInput.tsx'
export { plainText, useTypedText } from './fields/typed-text.ts'
export type { Draft } from './form/draft.ts'
export { fieldsInOrder, focusField } from './form/field-errors.ts'
export { controlId, useFormContext, type FormContextValue } from './form/form-context.ts'
export { nestedErrors } from './form/nested-errors.ts'
export { fields, templates, themedUiSchema } from './form/theme/theme.ts'
export type { RecordFormState } from './form/use-record-form.ts'
export type { FormDefinition } from './form/validator.ts'
export { namedFor, useLabel } from './core/i18n/language.ts'
export { NamedIcon, preloadIcons } from './core/NamedIcon.tsx'
export { PopoverButton } from './core/popover/PopoverButton.tsx'
export { useListActions, useListData, useListLayout } from './records/list/context/contexts.ts'
export { ListProviders } from './records/list/context/ListProviders.tsx'
export { Grid, type GridProps } from './records/list/grid/Grid.tsx'
export { DeleteDialog, SearchPanel } from './records/list/lazy-parts.tsx'
export { ListActionHost } from './records/list/actions/lazy.tsx'
export { OrderNote } from './records/list/order/OrderNote.tsx'
export { Pager } from './records/list/query/Pager.tsx'
export { RecordPlace } from './records/list/RecordPlace.tsx'
export { useFocusAfterDelete, type Deleting, type RequestDelete } from './records/list/remove/focus.ts'
export { DeletedNote } from './records/list/recovery/DeletedNote.tsx'
export { Pills } from './records/list/search/Pills.tsx'
export { ErrorBar } from './records/list/status/ErrorBar.tsx'
export { LiveRegion } from './records/list/status/LiveRegion.tsx'
export { News } from './records/list/status/News.tsx'
export { Toolbar } from './records/list/toolbar/Toolbar.tsx'
export { HtmlInput } from './fields/html/HtmlInput.tsx'
export { ImagesInput } from './fields/files/ImagesInput.tsx'
export { UploadArea } from './files/upload-area.ts'
export { useFieldLocale } from './form/use-field-locale.ts'
export { useReturnFocus } from './core/react/use-return-focus.ts'
export { nameOf } from './files/file-texts.ts'
export { IdempotencyKey } from './core/api/idempotency-key.ts'
export { HtmlText } from './fields/html/HtmlText.tsx'
