type ZipBoxesProps = {
  zipCodes: readonly string[];
  /** Empty: all. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** A box for each ZIP; none checked means all. */
export function ZipBoxes({ zipCodes, chosen, onChange }: ZipBoxesProps) {
  const toggle = (zipCode: string) =>
    onChange(chosen.includes(zipCode) ? chosen.filter(zip => zip !== zipCode) : [...chosen, zipCode]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {chosen.length === 0 ? 'ZIP codes: all' : `ZIP codes: ${chosen.length}`}
      </legend>
      <div className="flex max-h-32 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {zipCodes.toSorted().map(zipCode => (
          <label key={zipCode} className="flex h-8 items-center gap-2 text-sm tabular-nums">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={chosen.includes(zipCode)}
              onChange={() => toggle(zipCode)}
            />
            {zipCode}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
