# Installs the program judge from a release, for the user who runs this, without administrator's rights.
#
#   irm ADDRESS/install.ps1 | iex
#
# $env:JUDGE_BIN says where to, and $env:JUDGE_RELEASE where the archives are. The archive's checksum must be that of
# SHA256SUMS.
$ErrorActionPreference = 'Stop'
$release = if ($env:JUDGE_RELEASE) { $env:JUDGE_RELEASE } else { '@RELEASE@' }
$bin = if ($env:JUDGE_BIN) { $env:JUDGE_BIN } else { Join-Path $env:LOCALAPPDATA 'Programs\judge' }
$name = 'judge-@VERSION@-x86_64-pc-windows-gnu'
$folder = New-Item -ItemType Directory -Path (Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid()))
try {
    foreach ($file in 'SHA256SUMS', "$name.zip") {
        Invoke-WebRequest -UseBasicParsing "$release/$file" -OutFile (Join-Path $folder $file)
    }
    $archive = Join-Path $folder "$name.zip"
    $line = Get-Content (Join-Path $folder 'SHA256SUMS') | Where-Object { $_.EndsWith(" $name.zip") }
    if (-not $line) { throw "SHA256SUMS does not name $name.zip" }
    if ((Get-FileHash $archive -Algorithm SHA256).Hash -ne $line.Split(' ')[0]) {
        throw "the checksum of $name.zip is not that of SHA256SUMS; nothing is installed"
    }
    Expand-Archive $archive -DestinationPath $folder
    New-Item -ItemType Directory -Force -Path $bin | Out-Null
    Copy-Item -Force (Join-Path $folder "$name\judge.exe") $bin
} finally {
    Remove-Item -Recurse -Force $folder
}
& (Join-Path $bin 'judge.exe') --version
Write-Output "installed: $bin\judge.exe"
$path = [Environment]::GetEnvironmentVariable('Path', 'User')
if (($path -split ';') -notcontains $bin) {
    [Environment]::SetEnvironmentVariable('Path', "$path;$bin", 'User')
    Write-Output 'it is in your Path from the next window on'
}
