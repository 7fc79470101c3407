type ProgressBarProps = { label: string; value: number; max: number; valueText: string };

export function ProgressBar({ label, value, max, valueText }: ProgressBarProps) {
  const percent = max === 0 ? 0 : (value / max) * 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className="h-2.5 overflow-hidden rounded-full border border-line-strong/50 bg-sunken"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-200"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
