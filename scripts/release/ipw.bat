@echo off
rem Start the ipw command of a download for Windows; the shell script ipw does it elsewhere.
rem Setting: IPW_JAVA_OPTIONS (further options of the Java runtime; whoever gives some chooses its memory too).
setlocal EnableExtensions DisableDelayedExpansion
set memory=
if defined IPW_JAVA_OPTIONS goto start
rem Long runs are read here on all processors; a collector with threads of its own would take them away.
for %%c in (report analyze compare export plot meter) do if "%~1"=="%%c" set memory=-XX:+UseSerialGC
if not "%~1"=="meter" goto start
rem A meter leaves the memory to the server, unless its limits are raised.
set memory=%memory% -Xmx200m
:option
shift /1
if "%~1"=="" goto start
for %%o in (--max-body-mb --max-connections) do if "%~1"=="%%o" set memory=-XX:+UseSerialGC
goto option
:start
rem The command writes UTF-8: the console shows that meanwhile.
set codepage=
for /f "tokens=2 delims=:." %%p in ('chcp 2^>nul') do set /a codepage=%%p
chcp 65001 >nul 2>nul
"%~dp0runtime\bin\java.exe" -XX:-UsePerfData -Xlog:disable -Xlog:all=warning:stderr -Xlog:cds*=off:stderr ^
    --sun-misc-unsafe-memory-access=allow -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 ^
    %memory% %IPW_JAVA_OPTIONS% -jar "%~dp0ipw-cli.jar" %*
set code=%ERRORLEVEL%
if defined codepage chcp %codepage% >nul 2>nul
exit /b %code%
